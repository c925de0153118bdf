package sample.almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpanTest {
    private final SpanSet<Integer> set = new SpanSet<>();

    private static Span<Integer> span(int start, int end) {
        return new Span<>(start, end);
    }

    @BeforeEach
    void fill() {
        set.add(span(10, 20));
        set.add(span(40, 50));
    }

    @Test
    void holdsItsStartAndNotItsEnd() {
        assertTrue(span(1, 3).contains(1));
        assertFalse(span(1, 3).contains(3));
        assertTrue(span(1, 9).contains(span(1, 9)));
        assertFalse(span(1, 9).contains(span(2, 10)));
        assertThrows(IllegalArgumentException.class, () -> span(3, 3));
    }

    @Test
    void meetsSpansThatShareAPoint() {
        assertEquals(Optional.of(span(3, 5)), span(1, 5).intersection(span(3, 9)));
        assertEquals(Optional.of(span(3, 4)), span(1, 9).intersection(span(3, 4)));
        assertEquals(Optional.empty(), span(1, 3).intersection(span(3, 9)));
    }

    @Test
    void setKeepsApartWhatDoesNotTouch() {
        set.add(span(25, 30));

        assertEquals(List.of(span(10, 20), span(25, 30), span(40, 50)), set.spans());
        assertTrue(set.contains(29));
        assertFalse(set.contains(30));
    }

    @Test
    void setJoinsWhatOverlapsOrTouches() {
        set.add(span(20, 41));
        assertEquals(List.of(span(10, 50)), set.spans());

        set.add(span(5, 10));
        assertEquals(List.of(span(5, 50)), set.spans());

        set.add(span(6, 7));
        assertEquals(List.of(span(5, 50)), set.spans());
    }

    @Test
    void setTellsTheGapsOfAFrame() {
        assertEquals(List.of(span(0, 10), span(20, 40), span(50, 60)), set.gaps(span(0, 60)));
        assertEquals(List.of(span(20, 30)), set.gaps(span(15, 30)));
        assertEquals(List.of(span(20, 40)), set.gaps(span(10, 45)));
        assertEquals(List.of(span(60, 70)), set.gaps(span(60, 70)));
        assertEquals(List.of(), set.gaps(span(12, 18)));
    }
}
