package sample.orchard;

import java.util.Collection;

/** Harvests added up. */
public record Summary(int pickings, int kilograms, int firstGrade) {
    public static final Summary NOTHING = new Summary(0, 0, 0);

    public static Summary of(Collection<Harvest> harvests) {
        return harvests.stream().map(Summary::of).reduce(NOTHING, Summary::plus);
    }

    public static Summary of(Harvest harvest) {
        int first = harvest.grade() == Grade.FIRST ? harvest.kilograms() : 0;
        return new Summary(1, harvest.kilograms(), first);
    }

    public Summary plus(Summary other) {
        return new Summary(
                pickings + other.pickings, kilograms + other.kilograms, firstGrade + other.firstGrade);
    }
}
