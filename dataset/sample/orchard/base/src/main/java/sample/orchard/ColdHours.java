package sample.orchard;

/** Counts the hours from 0 to 7.2 degrees. */
public final class ColdHours extends ChillModel {
    public ColdHours() {
        super("cold hours");
    }

    @Override
    protected double units(double celsius) {
        return celsius >= 0 && celsius <= 7.2 ? 1 : 0;
    }
}
