package sample.almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.time.MonthDay;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HolidayTableTest {
    private final HolidayTable table = new HolidayTable()
            .add("New Year", MonthDay.of(1, 1))
            .add("Easter Monday", 1)
            .add("Labour Day", MonthDay.of(5, 1))
            .add("Ascension", 39);

    @ParameterizedTest
    @ValueSource(strings = {
        "1818-03-22", "1943-04-25", "1954-04-18", "1981-04-19", "2000-04-23", "2008-03-23", "2024-03-31",
        "2025-04-20", "2038-04-25", "2049-04-18", "2285-03-22",
    })
    void knowsEasterSunday(LocalDate sunday) {
        assertEquals(sunday, HolidayTable.easter(sunday.getYear()));
    }

    @Test
    void findsFixedAndMovingHolidays() {
        assertEquals(Optional.of("Easter Monday"), table.on(LocalDate.of(2024, 4, 1)));
        assertEquals(Optional.of("Labour Day"), table.on(LocalDate.of(2024, 5, 1)));
        assertEquals(Optional.empty(), table.on(LocalDate.of(2024, 4, 2)));
    }

    @Test
    void prefersTheFixedDateWhereTwoMeet() {
        assertEquals(Optional.of("Labour Day"), table.on(LocalDate.of(2008, 5, 1)));
    }

    @Test
    void listsTheHolidaysOfAYear() {
        assertEquals(List.of("New Year", "Easter Monday", "Labour Day", "Ascension"), table.of(2024));
    }

    @Test
    void workingDaysLeaveOutWeekendsAndHolidays() {
        WorkingDays working = new WorkingDays(table);
        LocalDate thursday = LocalDate.of(2024, 3, 28);

        assertEquals(3, working.count(thursday, LocalDate.of(2024, 4, 3)));
        assertEquals(5, working.count(Days.week(LocalDate.of(2024, 4, 10))));
        assertEquals(LocalDate.of(2024, 4, 2), working.shift(thursday, 2));
        assertEquals(thursday, working.shift(LocalDate.of(2024, 4, 2), -2));
        assertEquals(LocalDate.of(2024, 4, 2), working.shift(LocalDate.of(2024, 3, 30), 0));
        assertEquals(thursday, working.shift(thursday, 0));
    }
}
