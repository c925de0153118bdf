package sample.almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.MonthDay;
import java.util.List;

import org.junit.jupiter.api.Test;

class AgendaTest {
    /** A calendar that holds some events. */
    static Calendar calendar(Event... events) {
        Calendar calendar = new Calendar();
        calendar.addAll(List.of(events));
        return calendar;
    }

    @Test
    void showsHolidaysAndEventsWithTheirLength() {
        HolidayTable holidays = new HolidayTable().add("Good Friday", -2).add("Easter", 0);
        Event monthly = Event.once("Wages", Events.at(Events.MONDAY, 14), Duration.ofHours(1))
                .repeated(new Monthly(28));
        Agenda agenda = new Agenda(calendar(Events.review(), Events.night(), monthly), holidays);

        assertEquals("""
                MON 2024-03-25
                  09:00 Review, 1 h 30 min
                  14:00 Wages, 1 h
                  22:00 Night shift, 8 h
                THU 2024-03-28
                  14:00 Wages, 1 h
                FRI 2024-03-29 (Good Friday)
                SUN 2024-03-31 (Easter)
                """, agenda.week(Events.MONDAY.plusDays(3)));
    }

    @Test
    void showsShortEventsInMinutes() {
        Agenda agenda = new Agenda(calendar(Events.standUp()), new HolidayTable().add("New Year", MonthDay.of(1, 1)));

        assertEquals("  09:15 Stand-up, 15 min", agenda.week(Events.MONDAY).lines().toList().get(1));
    }

    @Test
    void isEmptyForAWeekWithoutAnything() {
        assertEquals("", new Agenda(calendar(), new HolidayTable()).week(Events.MONDAY));
    }

    @Test
    void lengthsAreReadFromHoursAndMinutes() throws FormatException {
        assertEquals(Duration.ofMinutes(150), Durations.parse("2 h 30 min"));
        assertEquals(Duration.ofMinutes(90), Durations.parse(" 90 min"));
        assertThrows(FormatException.class, () -> Durations.parse("90"));
        assertThrows(FormatException.class, () -> Durations.parse("90 s"));
        assertThrows(FormatException.class, () -> Durations.parse("x min"));
    }
}
