package sample.orchard;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads harvests from lines {@code date;plot;variety;kilograms;grade}. */
public final class HarvestReader {
    private static final int FIELDS = 5;

    /** The harvests of all lines that are not blank, or what is wrong with the first bad line. */
    public Outcome<List<Harvest>> read(String text) {
        List<Outcome<Harvest>> outcomes = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                outcomes.add(readLine(number, line));
            }
        }
        return Outcome.all(outcomes);
    }

    private static Outcome<Harvest> readLine(int number, String line) {
        String[] fields = line.strip().split("\\s*;\\s*", -1);
        if (fields.length != FIELDS) {
            return problem(number, fields.length + " fields, not " + FIELDS);
        }
        try {
            LocalDate date = LocalDate.parse(fields[0]);
            int kilograms = Integer.parseInt(fields[3]);
            Grade grade = Grade.valueOf(fields[4].toUpperCase(Locale.ROOT));
            return new Outcome.Ok<>(new Harvest(date, fields[1], fields[2], kilograms, grade));
        } catch (DateTimeException e) {
            return problem(number, "not a date: '" + fields[0] + "'");
        } catch (NumberFormatException e) {
            return problem(number, "not a number: '" + fields[3] + "'");
        } catch (IllegalArgumentException e) {
            return problem(number, e.getMessage());
        }
    }

    private static Outcome<Harvest> problem(int line, String reason) {
        return new Outcome.Problem<>("line " + line + ": " + reason);
    }
}
