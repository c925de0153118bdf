package sample.almanac;

import java.util.stream.Collectors;

/** Writes rules as {@link RecurrenceParser} reads them. */
public final class RuleWriter {
    public String write(Recurrence rule) {
        if (rule instanceof Daily daily) {
            return "every " + daily.step() + (daily.step() == 1 ? " day" : " days") + " from " + daily.first();
        } else if (rule instanceof Weekly weekly) {
            return "weekly on " + weekly.days().stream().map(Weekdays::shortName).collect(Collectors.joining(","));
        } else if (rule instanceof Monthly monthly) {
            return "monthly on " + monthly.dayOfMonth();
        } else if (rule instanceof Yearly yearly) {
            return "yearly on " + yearly.date();
        }
        throw new AssertionError(rule);
    }
}
