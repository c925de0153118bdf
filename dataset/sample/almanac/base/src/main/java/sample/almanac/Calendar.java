package sample.almanac;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Events, and what they leave free. */
public final class Calendar {
    private final List<Event> events = new ArrayList<>();

    public void add(Event event) {
        events.add(event);
    }

    public void addAll(Collection<Event> added) {
        events.addAll(added);
    }

    /** The events that start on a day, by time, then by title. */
    public List<Event> on(LocalDate day) {
        return events.stream()
                .filter(event -> event.startsOn(day))
                .sorted(Comparator.comparing((Event event) -> event.timeOn(day).start()).thenComparing(Event::title))
                .toList();
    }

    /** When a day is taken, events of the day before that run past midnight included. */
    public SpanSet<LocalDateTime> busy(LocalDate day) {
        Span<LocalDateTime> frame = span(day);
        SpanSet<LocalDateTime> busy = new SpanSet<>();
        for (LocalDate start : List.of(day.minusDays(1), day)) {
            for (Event event : on(start)) {
                event.timeOn(start).intersection(frame).ifPresent(busy::add);
            }
        }
        return busy;
    }

    /** The free times of a day that are long enough. */
    public List<Span<LocalDateTime>> free(LocalDate day, Duration atLeast) {
        return busy(day).gaps(span(day)).stream()
                .filter(gap -> Duration.between(gap.start(), gap.end()).compareTo(atLeast) >= 0)
                .toList();
    }

    /** A day from midnight to midnight. */
    static Span<LocalDateTime> span(LocalDate day) {
        LocalDateTime midnight = day.atStartOfDay();
        return new Span<>(midnight, midnight.plusDays(1));
    }

    /** The pairs of events on a day whose times overlap. */
    public List<Conflict> conflicts(LocalDate day) {
        List<Event> today = on(day);
        List<Conflict> conflicts = new ArrayList<>();
        for (int i = 0; i < today.size(); i++) {
            for (int j = i + 1; j < today.size(); j++) {
                Event one = today.get(i);
                Event other = today.get(j);
                if (one.timeOn(day).overlaps(other.timeOn(day))) {
                    conflicts.add(new Conflict(one, other));
                }
            }
        }
        return conflicts;
    }

    /** Two events that overlap, the earlier first. */
    public record Conflict(Event one, Event other) {
        @Override
        public String toString() {
            return one.title() + " × " + other.title();
        }
    }
}
