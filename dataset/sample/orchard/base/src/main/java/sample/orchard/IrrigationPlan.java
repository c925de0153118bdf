package sample.orchard;

import java.time.Year;
import java.util.ArrayList;
import java.util.List;

/** How much to water. */
public final class IrrigationPlan {
    private static final double DISC = 1.5;

    private final Grid<Tree> plot;

    public IrrigationPlan(Grid<Tree> plot) {
        this.plot = plot;
    }

    /** The litres that all trees lack on a day. */
    public double litres(Weather day) {
        double litres = 0;
        for (Tree tree : plot.all()) {
            litres += lack(tree, day);
        }
        return litres;
    }

    private static double lack(Tree tree, Weather day) {
        int age = tree.age(Year.of(day.date().getYear()));
        double rain = Water.rainfall(day, DISC);
        return Math.max(0, Water.need(age, day.maximum()) - rain);
    }

    /** The longest run of days without rain that counts. */
    public static int longestDrought(List<Weather> days) {
        int longest = 0;
        int current = 0;
        for (Weather day : days) {
            current = isDry(day) ? current + 1 : 0;
            longest = Math.max(longest, current);
        }
        return longest;
    }

    /** The days on which the plot lacks water after a dry day. */
    public List<Weather> wateringDays(List<Weather> days) {
        List<Weather> chosen = new ArrayList<>();
        for (int i = 1; i < days.size(); i++) {
            if (isDry(days.get(i - 1)) && litres(days.get(i)) > 0) {
                chosen.add(days.get(i));
            }
        }
        return chosen;
    }

    /** Whether a day brings less than a millimetre of rain and no frost. */
    static boolean isDry(Weather day) {
        boolean frost = day.minimum() < 0;
        return day.rain() < 1 && !frost;
    }
}
