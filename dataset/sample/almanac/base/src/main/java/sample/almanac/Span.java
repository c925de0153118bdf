package sample.almanac;

import java.util.Optional;

/**
 * Everything from a start (included) to an end (excluded).
 *
 * @param <T> what is measured, such as days or moments
 */
public record Span<T extends Comparable<? super T>>(T start, T end) {
    /**
     * @throws IllegalArgumentException if the end does not come after the start
     */
    public Span {
        if (start.compareTo(end) >= 0) {
            throw new IllegalArgumentException("a span from " + start + " to " + end);
        }
    }

    public boolean contains(T point) {
        return start.compareTo(point) <= 0 && point.compareTo(end) < 0;
    }

    public boolean contains(Span<T> other) {
        return start.compareTo(other.start) <= 0 && other.end.compareTo(end) <= 0;
    }

    public boolean overlaps(Span<T> other) {
        return start.compareTo(other.end) < 0 && other.start.compareTo(end) < 0;
    }

    /** What both spans hold, if there is anything. */
    public Optional<Span<T>> intersection(Span<T> other) {
        if (!overlaps(other)) {
            return Optional.empty();
        }
        return Optional.of(new Span<>(later(start, other.start), earlier(end, other.end)));
    }

    static <T extends Comparable<? super T>> T earlier(T one, T other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    static <T extends Comparable<? super T>> T later(T one, T other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    @Override
    public String toString() {
        return start + "/" + end;
    }
}
