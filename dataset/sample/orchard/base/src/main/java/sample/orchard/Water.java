package sample.orchard;

/** Amounts of water. */
final class Water {
    private Water() {
    }

    /**
     * The litres that a tree drinks on a day: more the older it is and the warmer the day.
     *
     * @throws IllegalArgumentException if the age is negative
     */
    static double need(int age, double celsius) {
        if (age < 0) {
            throw new IllegalArgumentException("a tree of " + age + " years");
        }
        double grown = Math.min(age, 10) / 10.0;
        return (2 + 18 * grown) * Math.max(0, celsius / 20);
    }

    /** The litres that rain brings to a tree's disc of so many square metres. */
    static double rainfall(Weather day, double squareMetres) {
        double soaked = Math.max(0, day.rain() - 2);
        return soaked * squareMetres;
    }
}
