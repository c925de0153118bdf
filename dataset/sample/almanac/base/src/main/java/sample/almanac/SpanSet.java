package sample.almanac;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A set of points as the fewest spans that hold them, sorted; no two of them overlap or touch.
 *
 * @param <T> the points
 */
public final class SpanSet<T extends Comparable<? super T>> {
    private final List<Span<T>> spans = new ArrayList<>();

    /** Adds all points of a span; spans that it overlaps or touches become one with it. */
    public void add(Span<T> added) {
        T start = added.start();
        T end = added.end();
        List<Span<T>> kept = new ArrayList<>();
        int place = 0;
        for (Span<T> span : spans) {
            if (span.end().compareTo(start) < 0) {
                kept.add(span);
                place++;
            } else if (end.compareTo(span.start()) < 0) {
                kept.add(span);
            } else {
                start = Span.earlier(start, span.start());
                end = Span.later(end, span.end());
            }
        }
        kept.add(place, new Span<>(start, end));
        spans.clear();
        spans.addAll(kept);
    }

    public boolean contains(T point) {
        return spans.stream().anyMatch(span -> span.contains(point));
    }

    public List<Span<T>> spans() {
        return Collections.unmodifiableList(spans);
    }

    /** The points of a frame that are not in this set. */
    public List<Span<T>> gaps(Span<T> frame) {
        List<Span<T>> gaps = new ArrayList<>();
        T from = frame.start();
        for (Span<T> span : spans) {
            if (span.end().compareTo(from) <= 0) {
                continue;
            }
            if (span.start().compareTo(frame.end()) >= 0) {
                break;
            }
            if (from.compareTo(span.start()) < 0) {
                gaps.add(new Span<>(from, span.start()));
            }
            from = span.end();
        }
        if (from.compareTo(frame.end()) < 0) {
            gaps.add(new Span<>(from, frame.end()));
        }
        return gaps;
    }
}
