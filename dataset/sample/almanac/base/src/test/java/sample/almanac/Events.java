package sample.almanac;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Events of a working week, for the tests. */
final class Events {
    /** A Monday. */
    static final LocalDate MONDAY = LocalDate.of(2024, 3, 25);

    private Events() {
    }

    static LocalDateTime at(LocalDate day, int hour) {
        return day.atTime(hour, 0);
    }

    static Event standUp() {
        Recurrence workdays = new Daily(MONDAY, 1);
        return Event.once("Stand-up", MONDAY.atTime(9, 15), Duration.ofMinutes(15)).repeated(workdays);
    }

    static Event review() {
        return Event.once("Review", at(MONDAY, 9), Duration.ofMinutes(90));
    }

    static Event night() {
        return Event.once("Night shift", at(MONDAY, 22), Duration.ofHours(8));
    }
}
