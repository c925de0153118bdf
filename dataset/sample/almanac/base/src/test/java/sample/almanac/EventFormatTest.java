package sample.almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.MonthDay;
import java.util.List;

import org.junit.jupiter.api.Test;

class EventFormatTest {
    private final EventReader reader = new EventReader();

    @Test
    void writesOneBlockForEachEvent() {
        Event party = Event.once("Party", Events.at(Events.MONDAY, 20), Duration.ofHours(4))
                .repeated(new Yearly(MonthDay.of(3, 25)));

        assertEquals("""
                title: Review
                start: 2024-03-25T09:00
                end: 2024-03-25T10:30

                title: Party
                start: 2024-03-25T20:00
                end: 2024-03-26T00:00
                rule: yearly on --03-25

                """, new EventWriter().write(List.of(Events.review(), party)));
    }

    @Test
    void readsWhatItWrites() throws FormatException {
        Event hard = Event.once("a;b\\c\nand a title that is longer than one line of the file can be: so",
                Events.at(Events.MONDAY, 1), Duration.ofDays(2));
        List<Event> events = List.of(hard, Events.standUp(), Events.night());

        assertEquals(events, reader.read(new EventWriter().write(events)));
    }

    @Test
    void foldsLinesAtTheirWidth() {
        assertEquals("abcd\n\tefg\n\thi", EventWriter.fold("abcdefghi", 4));
        assertEquals("abcd", EventWriter.fold("abcd", 4));
        assertEquals("x".repeat(40) + "\n\tx", EventWriter.fold("x".repeat(41)));
        assertEquals("abcdefghi", EventReader.unfold(EventWriter.fold("abcdefghi", 3)));
    }

    @Test
    void saysWhatIsWrongWithABlock() {
        assertEquals("'start' is missing", problem("title: x"));
        assertEquals("'title' is missing", problem("start: 2024-03-25T09:00"));
        assertEquals("not 'key: value': 'title'", problem("title"));
        assertEquals("'title' is given twice: 'x' and 'y'", problem("title: x\ntitle: y"));
        assertEquals("a backslash at the end of 'x\\'", problem("title: x\\"));
        assertEquals("event 'x': a span from 2024-03-25T09:00 to 2024-03-25T09:00",
                problem("title: x\nstart: 2024-03-25T09:00\nend: 2024-03-25T09:00"));
    }

    private String problem(String text) {
        return assertThrows(FormatException.class, () -> reader.read(text)).getMessage();
    }
}
