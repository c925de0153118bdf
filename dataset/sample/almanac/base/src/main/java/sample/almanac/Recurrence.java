package sample.almanac;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A rule that gives days without end. */
public sealed interface Recurrence permits Daily, Weekly, Monthly, Yearly {
    /** The first day of the rule that is not before a day. */
    LocalDate onOrAfter(LocalDate day);

    /** Whether a day is one of the rule's. */
    default boolean includes(LocalDate day) {
        return onOrAfter(day).equals(day);
    }

    /** The rule's days in a span, in order. */
    default List<LocalDate> within(Span<LocalDate> span) {
        List<LocalDate> days = new ArrayList<>();
        LocalDate day = onOrAfter(span.start());
        while (span.contains(day)) {
            days.add(day);
            day = onOrAfter(day.plusDays(1));
        }
        return days;
    }
}
