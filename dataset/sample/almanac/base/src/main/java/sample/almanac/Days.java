package sample.almanac;

import java.time.DayOfWeek;
import java.time.LocalDate;

/** Whole days. */
final class Days {
    private Days() {
    }

    static boolean isWeekend(LocalDate day) {
        DayOfWeek weekday = day.getDayOfWeek();
        return weekday == DayOfWeek.SATURDAY || weekday == DayOfWeek.SUNDAY;
    }

    /** The Monday of a day's week. */
    static LocalDate monday(LocalDate day) {
        return day.minusDays(day.getDayOfWeek().getValue() - 1L);
    }

    /** A day's week, from Monday to the Monday after. */
    static Span<LocalDate> week(LocalDate day) {
        LocalDate monday = monday(day);
        return new Span<>(monday, monday.plusWeeks(1));
    }
}
