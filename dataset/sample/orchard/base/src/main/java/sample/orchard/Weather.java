package sample.orchard;

import java.time.LocalDate;

/** The weather of a day: degrees Celsius, and millimetres of rain. */
public record Weather(LocalDate date, double minimum, double maximum, double rain) {
    /**
     * @throws IllegalArgumentException if the minimum is above the maximum, or the rain negative
     */
    public Weather {
        if (minimum > maximum || rain < 0) {
            throw new IllegalArgumentException("weather of " + date);
        }
    }

    /**
     * The temperature at an hour: lowest at 4, highest at 16, a straight line between.
     *
     * @throws IllegalArgumentException if there is no such hour
     */
    public double temperature(int hour) {
        if (hour < 0 || hour > 23) {
            throw new IllegalArgumentException("hour " + hour);
        }
        int fromLowest = Math.abs(Math.floorMod(hour - 4 + 12, 24) - 12);
        return minimum + (maximum - minimum) * fromLowest / 12;
    }
}
