package sample.almanac;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;

import org.junit.jupiter.api.Test;

class CalendarTest {
    private static List<String> titles(List<Event> events) {
        return events.stream().map(Event::title).toList();
    }

    @Test
    void listsTheEventsOfADayByTime() {
        Calendar calendar = AgendaTest.calendar(Events.night(), Events.standUp(), Events.review());

        assertEquals(List.of("Review", "Stand-up", "Night shift"), titles(calendar.on(Events.MONDAY)));
        assertEquals(List.of("Stand-up"), titles(calendar.on(Events.MONDAY.plusDays(1))));
        assertEquals(List.of(), calendar.on(Events.MONDAY.minusDays(1)));
    }

    @Test
    void joinsBusyTimesThatOverlap() {
        Calendar calendar = AgendaTest.calendar(Events.standUp(), Events.review());

        Span<LocalDateTime> morning = new Span<>(Events.at(Events.MONDAY, 9), Events.MONDAY.atTime(10, 30));
        assertEquals(List.of(morning), calendar.busy(Events.MONDAY).spans());
    }

    @Test
    void nightShiftsTakeTheMorningAfter() {
        Calendar calendar = AgendaTest.calendar(Events.night());

        assertBusy(calendar, 0, 22, 24);
        assertBusy(calendar, 1, 0, 6);
        assertTrue(calendar.busy(Events.MONDAY.plusDays(2)).spans().isEmpty());
    }

    private static void assertBusy(Calendar calendar, int daysLater, int fromHour, int toHour) {
        LocalDateTime midnight = Events.MONDAY.plusDays(daysLater).atStartOfDay();
        Span<LocalDateTime> expected = new Span<>(midnight.plusHours(fromHour), midnight.plusHours(toHour));
        assertEquals(List.of(expected), calendar.busy(midnight.toLocalDate()).spans());
    }

    @Test
    void tellsFreeTimesThatAreLongEnough() {
        Calendar calendar = AgendaTest.calendar(Events.standUp(), Events.night());

        checkFree(calendar, Duration.ofHours(10), Events.MONDAY.atTime(9, 30), Events.at(Events.MONDAY, 22));
    }

    private static void checkFree(Calendar calendar, Duration length, LocalDateTime start, LocalDateTime end) {
        List<Span<LocalDateTime>> free = calendar.free(Events.MONDAY, length);
        assertEquals(1, free.size());
        assertEquals(start, free.get(0).start());
        assertEquals(end, free.get(0).end());
    }

    @Test
    void namesTheEventsThatConflict() {
        Calendar calendar = AgendaTest.calendar(Events.standUp(), Events.night(), Events.review());

        assertEquals("[Review × Stand-up]", calendar.conflicts(Events.MONDAY).toString());
        assertEquals(List.of(), calendar.conflicts(Events.MONDAY.plusDays(1)));
    }

    @Test
    void aDayRunsFromMidnightToMidnight() {
        Span<LocalDateTime> day = Calendar.span(Events.MONDAY);

        assertEquals(Events.at(Events.MONDAY, 0), day.start());
        assertEquals(Events.at(Events.MONDAY.plusDays(1), 0), day.end());
    }
}
