package sample.orchard;

import java.util.List;

/** Weighs the hours: mild ones count half, warm ones against the cold before them. */
public final class UtahModel extends ChillModel {
    public UtahModel() {
        super("Utah");
    }

    @Override
    protected double units(double celsius) {
        if (celsius < 1.4 || celsius > 12.4 && celsius < 16) {
            return 0;
        }
        if (celsius < 2.4 || celsius > 9.1 && celsius <= 12.4) {
            return 0.5;
        }
        if (celsius <= 9.1) {
            return 1;
        }
        return celsius < 18 ? -0.5 : -1;
    }

    /** The units since the last day on which the sum fell below nothing. */
    @Override
    public double total(List<Weather> winter) {
        double sum = 0;
        for (Weather day : winter) {
            double today = 0;
            for (int hour = 0; hour < 24; hour++) {
                today += units(day.temperature(hour));
            }
            sum = Math.max(0, sum + today);
        }
        return sum;
    }
}
