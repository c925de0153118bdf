package sample.almanac;

import java.time.DayOfWeek;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Names of the days of the week. */
final class Weekdays {
    private Weekdays() {
    }

    /** The three letters of a day, such as MON. */
    static String shortName(DayOfWeek day) {
        return day.name().substring(0, 3);
    }

    /** The day with these three letters, in any case. */
    static DayOfWeek byShortName(String text) throws FormatException {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (shortName(day).equals(text.toUpperCase(Locale.ROOT))) {
                return day;
            }
        }
        throw new FormatException("not a day of the week: '" + text + "'");
    }

    /** The days of a list such as MON,WED. */
    static Set<DayOfWeek> parseList(String list) throws FormatException {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String name : list.split(",")) {
            days.add(byShortName(name.trim()));
        }
        return days;
    }
}
