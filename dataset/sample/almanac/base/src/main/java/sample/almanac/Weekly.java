package sample.almanac;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;

/** Certain days of every week. */
public record Weekly(Set<DayOfWeek> days) implements Recurrence {
    /**
     * @throws IllegalArgumentException if there is no day
     */
    public Weekly {
        if (days.isEmpty()) {
            throw new IllegalArgumentException("weekly on no day");
        }
        days = EnumSet.copyOf(days);
    }

    @Override
    public LocalDate onOrAfter(LocalDate day) {
        LocalDate next = day;
        while (!days.contains(next.getDayOfWeek())) {
            next = next.plusDays(1);
        }
        return next;
    }
}
