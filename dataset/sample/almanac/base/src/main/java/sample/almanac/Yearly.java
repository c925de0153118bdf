package sample.almanac;

import java.time.LocalDate;
import java.time.MonthDay;

/** A day of every year; 29 February is the 28th in common years. */
public record Yearly(MonthDay date) implements Recurrence {
    @Override
    public LocalDate onOrAfter(LocalDate day) {
        LocalDate candidate = date.atYear(day.getYear());
        return candidate.isBefore(day) ? date.atYear(day.getYear() + 1) : candidate;
    }
}
