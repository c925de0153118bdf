package sample.almanac;

import java.time.LocalDate;
import java.time.MonthDay;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holidays: some on fixed dates, some a number of days from Easter Sunday. */
public final class HolidayTable {
    private final Map<MonthDay, String> fixed = new HashMap<>();
    private final Map<Integer, String> fromEaster = new HashMap<>();

    public HolidayTable add(String name, MonthDay date) {
        fixed.put(date, name);
        return this;
    }

    public HolidayTable add(String name, int daysFromEaster) {
        fromEaster.put(daysFromEaster, name);
        return this;
    }

    /** The holiday on a day; that on a fixed date where there are two. */
    public Optional<String> on(LocalDate day) {
        String name = fixed.get(MonthDay.from(day));
        if (name == null) {
            long days = day.toEpochDay() - easter(day.getYear()).toEpochDay();
            name = fromEaster.get((int) days);
        }
        return Optional.ofNullable(name);
    }

    /** The names of all holidays of a year, by day. */
    public List<String> of(int year) {
        List<String> names = new ArrayList<>();
        LocalDate first = LocalDate.of(year, 1, 1);
        for (LocalDate day = first; day.getYear() == year; day = day.plusDays(1)) {
            on(day).ifPresent(names::add);
        }
        return names;
    }

    /** Easter Sunday of a year of the Gregorian calendar. */
    static LocalDate easter(int year) {
        int golden = year % 19;
        int century = year / 100;
        int skipped = century - century / 4;
        int epact = (8 * century + 13) / 25;
        int moon = Math.floorMod(skipped - epact + 19 * golden + 15, 30);
        if (moon == 29 || moon == 28 && golden > 10) {
            moon--;
        }
        int weekday = Math.floorMod(year + year / 4 + moon + 2 - skipped, 7);
        return LocalDate.of(year, 3, 28).plusDays(moon - weekday);
    }
}
