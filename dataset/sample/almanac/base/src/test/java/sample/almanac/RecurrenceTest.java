package sample.almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecurrenceTest {
    private final RecurrenceParser parser = new RecurrenceParser();

    private static LocalDate day(String text) {
        return LocalDate.parse(text);
    }

    @Test
    void givesItsDaysWithinASpan() {
        Span<LocalDate> span = new Span<>(day("2024-01-30"), day("2024-03-31"));

        assertEquals(
                List.of(day("2024-01-31"), day("2024-02-29")),
                new Monthly(31).within(span));
        assertEquals(
                List.of(day("2024-02-14"), day("2024-03-06"), day("2024-03-27")),
                new Daily(day("2024-02-14"), 21).within(span));
    }

    @ParameterizedTest
    @CsvSource({
        "every 3 days from 2024-03-01, 2024-02-10, 2024-03-01",
        "every 3 days from 2024-03-01, 2024-03-02, 2024-03-04",
        "every 3 days from 2024-03-01, 2024-03-04, 2024-03-04",
        "monthly on 15, 2024-03-16, 2024-04-15",
        "monthly on 30, 2023-02-01, 2023-02-28",
        "yearly on --02-29, 2023-03-01, 2024-02-29",
        "yearly on --12-24, 2024-12-24, 2024-12-24",
    })
    void goesOnFromADay(String rule, String from, String expected) throws FormatException {
        assertEquals(day(expected), parser.parse(rule).onOrAfter(day(from)));
    }

    @Test
    void readsDaysOfTheWeekInAnyCaseAndOrder() throws FormatException {
        Recurrence rule = parser.parse("weekly on wed, MON");

        assertEquals(new Weekly(Set.of(DayOfWeek.MONDAY, DayOfWeek.WEDNESDAY)), rule);
        assertTrue(rule.includes(day("2024-03-25")));
        assertFalse(rule.includes(day("2024-03-26")));
        assertEquals(day("2024-03-27"), rule.onOrAfter(day("2024-03-26")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "", "weekly", "weekly on", "weekly at MON", "weekly on MON,XXX", "weekly on MON,,TUE", "hourly on 3",
        "monthly on 32", "monthly on last", "yearly on 12-24", "every 0 days from 2024-03-01",
        "every 2 weeks from 2024-03-01", "every 2 days since 2024-03-01", "every 2 days from March",
    })
    void refusesWhatIsNoRule(String text) {
        assertThrows(FormatException.class, () -> parser.parse(text));
    }

    @Test
    void namesTheDayThatItDoesNotKnow() {
        FormatException refusal = assertThrows(FormatException.class, () -> parser.parse("weekly on MON, xxx"));

        assertEquals("not a day of the week: 'xxx'", refusal.getMessage());
    }

    @Test
    void isReadAsItIsWritten() throws FormatException {
        List<Recurrence> rules = List.of(
                new Daily(day("2024-03-01"), 1),
                new Daily(day("2024-03-01"), 10),
                new Weekly(Set.of(DayOfWeek.SUNDAY, DayOfWeek.TUESDAY)),
                new Monthly(31),
                new Yearly(MonthDay.of(12, 24)));

        for (Recurrence rule : rules) {
            assertEquals(rule, parser.parse(new RuleWriter().write(rule)));
        }
    }
}
