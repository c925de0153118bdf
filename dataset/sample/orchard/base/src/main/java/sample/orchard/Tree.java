package sample.orchard;

import java.time.Month;
import java.time.Year;

/** A tree of the orchard. */
public sealed interface Tree {
    String variety();

    Year planted();

    /** The hours of winter cold that it needs before it blooms. */
    int chillHours();

    /** Full years since it was planted; 0 before. */
    default int age(Year now) {
        return Math.max(0, now.getValue() - planted().getValue());
    }

    /** Apples, pears and quinces. */
    record Pome(String variety, Year planted, int chillHours, boolean espalier) implements Tree {
    }

    /** Cherries, plums and peaches. */
    record Stone(String variety, Year planted, int chillHours) implements Tree {
    }

    /** Walnuts and hazels. */
    record Nut(String variety, Year planted, int chillHours) implements Tree {
    }

    /** The month in which a tree is pruned: stone fruit in summer, against silver leaf. */
    static Month pruningMonth(Tree tree, Year now) {
        return switch (tree) {
            case Pome(_, _, _, boolean espalier) when espalier -> Month.AUGUST;
            case Pome pome when pome.age(now) < 4 -> Month.MARCH;
            case Pome _ -> Month.FEBRUARY;
            case Stone _ -> Month.JULY;
            case Nut _ -> Month.SEPTEMBER;
        };
    }
}
