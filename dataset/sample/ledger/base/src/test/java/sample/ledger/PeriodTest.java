package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.time.LocalDate;
import java.util.Arrays;

import org.junit.Test;

public class PeriodTest {
    private static Period period(String from, String to) {
        return new Period(LocalDate.parse(from), LocalDate.parse(to));
    }

    @Test
    public void containsItsFirstDayAndNotItsEnd() {
        Period march = Period.monthOf(Books.march(17));

        assertEquals(period("2024-03-01", "2024-04-01"), march);
        assertTrue(march.contains(Books.march(1)));
        assertTrue(march.contains(Books.march(31)));
        assertFalse(march.contains(march.to()));
        assertFalse(march.contains(march.from().minusDays(1)));
    }

    @Test
    public void endsADayAfterALeapFebruary() {
        assertEquals(LocalDate.parse("2024-03-01"), Period.monthOf(LocalDate.parse("2024-02-10")).to());
    }

    @Test
    public void isCutAtTheTurnsOfTheMonths() {
        assertEquals(
                Arrays.asList(
                        period("2023-11-30", "2023-12-01"),
                        period("2023-12-01", "2024-01-01"),
                        period("2024-01-01", "2024-01-15")),
                period("2023-11-30", "2024-01-15").months());
        assertEquals(Arrays.asList(period("2024-01-31", "2024-02-01")), period("2024-01-31", "2024-02-01").months());
        assertTrue(period("2024-01-15", "2024-01-15").months().isEmpty());
    }

    @Test
    public void doesNotEndBeforeItStarts() {
        assertTrue(period("2024-01-15", "2024-01-15").isEmpty());
        assertThrows(IllegalArgumentException.class, () -> period("2024-01-15", "2024-01-14"));
    }
}
