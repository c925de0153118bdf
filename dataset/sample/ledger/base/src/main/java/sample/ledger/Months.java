package sample.ledger;

import java.time.LocalDate;

/** Days of the month that bookkeeping needs. */
final class Months {
    private Months() {
    }

    /** The first day of the month after a day's own. */
    static LocalDate startOfNext(LocalDate day) {
        LocalDate first = day.withDayOfMonth(1);
        return first.plusMonths(1);
    }

    /** The last day of a day's month. */
    static LocalDate lastDay(LocalDate day) {
        return day.withDayOfMonth(day.lengthOfMonth());
    }
}
