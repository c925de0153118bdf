package sample.almanac;

import java.time.LocalDate;
import java.time.YearMonth;

/** A day of every month; the month's last where the month is shorter. */
public record Monthly(int dayOfMonth) implements Recurrence {
    /**
     * @throws IllegalArgumentException if no month has such a day
     */
    public Monthly {
        if (dayOfMonth < 1 || dayOfMonth > 31) {
            throw new IllegalArgumentException("day " + dayOfMonth + " of a month");
        }
    }

    @Override
    public LocalDate onOrAfter(LocalDate day) {
        LocalDate candidate = in(YearMonth.from(day));
        return candidate.isBefore(day) ? in(YearMonth.from(day).plusMonths(1)) : candidate;
    }

    private LocalDate in(YearMonth month) {
        return month.atDay(Math.min(dayOfMonth, month.lengthOfMonth()));
    }
}
