package sample.orchard;

import java.time.LocalDate;
import java.util.Objects;

/** What was picked of one variety on a plot on a day. */
public record Harvest(LocalDate date, String plot, String variety, int kilograms, Grade grade) {
    /**
     * @throws IllegalArgumentException if nothing was picked
     */
    public Harvest {
        Objects.requireNonNull(date, "date");
        Objects.requireNonNull(plot, "plot");
        Objects.requireNonNull(variety, "variety");
        Objects.requireNonNull(grade, "grade");
        if (kilograms <= 0) {
            throw new IllegalArgumentException("a harvest of " + kilograms + " kg");
        }
    }
}
