package sample.almanac;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.MonthDay;
import java.util.Set;

/**
 * Reads rules: {@code every 3 days from 2024-03-01}, {@code weekly on MON,WED},
 * {@code monthly on 15}, {@code yearly on --12-24}.
 */
public final class RecurrenceParser {
    /**
     * @throws FormatException if the text is no rule
     */
    public Recurrence parse(String text) throws FormatException {
        String[] words = text.trim().split("\\s+", 3);
        if (words.length < 3) {
            throw new FormatException("not a rule: '" + text + "'");
        }
        try {
            return switch (words[0]) {
                case "every" -> daily(words[1], words[2]);
                case "weekly" -> weekly(afterOn(words));
                case "monthly" -> new Monthly(Integer.parseInt(afterOn(words)));
                case "yearly" -> new Yearly(MonthDay.parse(afterOn(words)));
                default -> throw new FormatException("not a rule: '" + text + "'");
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new FormatException("in '" + text + "': " + e.getMessage());
        }
    }

    private static String afterOn(String[] words) throws FormatException {
        if (!words[1].equals("on")) {
            throw new FormatException("'on' expected, not '" + words[1] + "'");
        }
        return words[2];
    }

    private static Recurrence daily(String step, String rest) throws FormatException {
        String[] words = rest.split("\\s+");
        if (words.length != 3 || !words[0].startsWith("day") || !words[1].equals("from")) {
            throw new FormatException("'days from' and a date expected, not '" + rest + "'");
        }
        return new Daily(LocalDate.parse(words[2]), Integer.parseInt(step));
    }

    private static Recurrence weekly(String list) throws FormatException {
        Set<DayOfWeek> days = Weekdays.parseList(list);
        return new Weekly(days);
    }
}
