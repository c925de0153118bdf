package sample.almanac;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** Every so many days from a first one. */
public record Daily(LocalDate first, int step) implements Recurrence {
    /**
     * @throws IllegalArgumentException if the step is not positive
     */
    public Daily {
        if (step < 1) {
            throw new IllegalArgumentException("every " + step + " days");
        }
    }

    @Override
    public LocalDate onOrAfter(LocalDate day) {
        if (!day.isAfter(first)) {
            return first;
        }
        long passed = ChronoUnit.DAYS.between(first, day);
        long steps = (passed + step - 1) / step;
        return first.plusDays(steps * step);
    }
}
