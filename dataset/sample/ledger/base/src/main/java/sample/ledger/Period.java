package sample.ledger;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Days from one (included) to another (excluded). */
public final class Period {
    private final LocalDate from;
    private final LocalDate to;

    /**
     * @throws IllegalArgumentException if the end is before the start
     */
    public Period(LocalDate from, LocalDate to) {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException(to + " is before " + from);
        }
        this.from = from;
        this.to = to;
    }

    /** The calendar month of a day. */
    public static Period monthOf(LocalDate day) {
        return new Period(day.withDayOfMonth(1), Months.lastDay(day).plusDays(1));
    }

    public LocalDate from() {
        return from;
    }

    public LocalDate to() {
        return to;
    }

    public boolean isEmpty() {
        return from.equals(to);
    }

    public boolean contains(LocalDate day) {
        return !day.isBefore(from) && day.isBefore(to);
    }

    /** The same days cut at the turns of the months; empty for an empty period. */
    public List<Period> months() {
        List<Period> parts = new ArrayList<>();
        LocalDate start = from;
        while (start.isBefore(to)) {
            LocalDate turn = Months.startOfNext(start);
            LocalDate end = turn.isBefore(to) ? turn : to;
            parts.add(new Period(start, end));
            start = end;
        }
        return parts;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Period && from.equals(((Period) other).from) && to.equals(((Period) other).to);
    }

    @Override
    public int hashCode() {
        return Objects.hash(from, to);
    }

    @Override
    public String toString() {
        return from + "/" + to;
    }
}
