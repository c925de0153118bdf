package sample.almanac;

import java.time.LocalDate;

/** Counts the days on which work is done: neither weekends nor holidays. */
public final class WorkingDays {
    private final HolidayTable holidays;

    public WorkingDays(HolidayTable holidays) {
        this.holidays = holidays;
    }

    public boolean includes(LocalDate day) {
        return !Days.isWeekend(day) && holidays.on(day).isEmpty();
    }

    /** The number of working days from one day (included) to another (excluded). */
    public int count(LocalDate from, LocalDate to) {
        int count = 0;
        for (LocalDate day = from; day.isBefore(to); day = day.plusDays(1)) {
            if (includes(day)) {
                count++;
            }
        }
        return count;
    }

    public int count(Span<LocalDate> span) {
        return count(span.start(), span.end());
    }

    /**
     * The working day that lies a number of working days after a day, or before it for a negative
     * number; for 0 the day itself if it is one, else the next.
     */
    public LocalDate shift(LocalDate day, int workingDays) {
        int step = workingDays < 0 ? -1 : 1;
        LocalDate reached = day;
        int left = Math.abs(workingDays);
        while (left > 0 || !includes(reached)) {
            reached = reached.plusDays(step);
            if (includes(reached)) {
                left--;
            }
        }
        return reached;
    }
}
