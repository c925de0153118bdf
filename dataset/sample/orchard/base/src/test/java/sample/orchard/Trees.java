package sample.orchard;

import java.time.LocalDate;
import java.time.Year;

/** Trees and weather, for the tests. */
final class Trees {
    static final Year NOW = Year.of(2024);

    private Trees() {
    }

    static Tree cox() {
        return new Tree.Pome("Cox", Year.of(2010), 800, false);
    }

    static Tree cherry() {
        return new Tree.Stone("Burlat", Year.of(2019), 700);
    }

    static Weather weather(int day, double minimum, double maximum, double rain) {
        return new Weather(LocalDate.of(2024, 5, day), minimum, maximum, rain);
    }
}
