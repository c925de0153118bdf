package sample.almanac;

import java.time.Duration;

/** Lengths of time as people write them. */
final class Durations {
    private Durations() {
    }

    /** Reads lengths such as {@code 90 min}, {@code 2 h} and {@code 2 h 30 min}. */
    static Duration parse(String text) throws FormatException {
        Duration sum = Duration.ZERO;
        String[] words = text.trim().split("\\s+");
        if (words.length % 2 != 0) {
            throw new FormatException("not a length of time: '" + text + "'");
        }
        for (int i = 0; i < words.length; i += 2) {
            try {
                long number = Long.parseLong(words[i]);
                sum = switch (words[i + 1]) {
                    case "h" -> sum.plusHours(number);
                    case "min" -> sum.plusMinutes(number);
                    default -> throw new FormatException("not a unit of time: '" + words[i + 1] + "'");
                };
            } catch (NumberFormatException e) {
                throw new FormatException("not a number: '" + words[i] + "'");
            }
        }
        return sum;
    }
}
