package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;

import org.junit.Before;
import org.junit.Test;

public class IndexTest {
    private final Index<Integer, String> index = new Index<>();

    @Before
    public void fill() {
        index.add(3, "c");
        index.add(1, "a");
        index.add(3, "d");
        index.add(2, "b");
    }

    @Test
    public void keepsTheOrderUnderAKey() {
        assertEquals(Arrays.asList("c", "d"), index.get(3));
        assertTrue(index.get(4).isEmpty());
        assertThrows(UnsupportedOperationException.class, () -> index.get(3).add("e"));
    }

    @Test
    public void sortsItsKeys() {
        assertEquals(Arrays.asList(1, 2, 3), new ArrayList<>(index.keys()));
    }

    @Test
    public void givesTheValuesBetweenTwoKeysWithoutTheLast() {
        assertEquals(Arrays.asList("a", "b"), index.between(1, 3));
        assertEquals(Arrays.asList("b", "c", "d"), index.between(2, 9));
    }
}
