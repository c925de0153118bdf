package sample.orchard;

import java.time.LocalDate;
import java.util.List;

/** A season's harvests, for the tests. */
final class Harvests {
    static final List<Harvest> SEASON = List.of(
            new Harvest(LocalDate.of(2024, 9, 10), "south", "Cox", 40, Grade.FIRST),
            new Harvest(LocalDate.of(2024, 9, 17), "south", "Cox", 25, Grade.SECOND),
            new Harvest(LocalDate.of(2024, 9, 20), "north", "Quince", 12, Grade.CIDER),
            new Harvest(LocalDate.of(2024, 10, 2), "north", "Cox", 10, Grade.FIRST));

    private Harvests() {
    }
}
