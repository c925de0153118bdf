package sample.almanac;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;

/** Something that takes place, once or by a rule; the rule gives the days, the span the time. */
public record Event(String title, Span<LocalDateTime> time, Optional<Recurrence> rule) {
    public Event {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(rule, "rule");
    }

    public static Event once(String title, LocalDateTime start, Duration length) {
        return new Event(title, new Span<>(start, start.plus(length)), Optional.empty());
    }

    public Event repeated(Recurrence recurrence) {
        return new Event(title, time, Optional.of(recurrence));
    }

    public Duration length() {
        return Duration.between(time.start(), time.end());
    }

    /** Whether the event starts on a day. */
    public boolean startsOn(LocalDate day) {
        LocalDate first = time.start().toLocalDate();
        if (day.isBefore(first)) {
            return false;
        }
        return day.equals(first) || rule.isPresent() && rule.get().includes(day);
    }

    /** When it takes place, had it started on a day. */
    public Span<LocalDateTime> timeOn(LocalDate day) {
        LocalDateTime start = day.atTime(time.start().toLocalTime());
        return new Span<>(start, start.plus(length()));
    }
}
