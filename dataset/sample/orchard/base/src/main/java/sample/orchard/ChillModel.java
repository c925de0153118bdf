package sample.orchard;

import java.util.List;

/** Adds up the cold of a winter, hour by hour. */
public abstract class ChillModel {
    private final String name;

    protected ChillModel(String name) {
        this.name = name;
    }

    public final String name() {
        return name;
    }

    /** The units of one hour at a temperature. */
    protected abstract double units(double celsius);

    /** The units of a winter. */
    public double total(List<Weather> winter) {
        double sum = 0;
        for (Weather day : winter) {
            for (int hour = 0; hour < 24; hour++) {
                sum += units(day.temperature(hour));
            }
        }
        return sum;
    }

    /** Whether a winter was cold enough for a tree. */
    public final boolean suffices(List<Weather> winter, Tree tree) {
        return total(winter) >= tree.chillHours();
    }
}
