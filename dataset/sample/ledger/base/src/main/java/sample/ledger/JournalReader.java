package sample.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;

/**
 * Reads entries as {@link JournalWriter} writes them: a line with the date and the text, then a
 * line for each posting, indented, with code, side ({@code D} or {@code C}) and amount. Lines that
 * are empty or start with {@code #} are left out.
 */
public final class JournalReader {
    private final ChartOfAccounts chart;
    private final Currency currency;

    public JournalReader(ChartOfAccounts chart, Currency currency) {
        this.chart = chart;
        this.currency = currency;
    }

    /**
     * All entries in the order of the file.
     *
     * @throws JournalFormatException for the first line that cannot be read
     * @throws UnknownAccountException for an account that the chart does not hold
     */
    public List<Entry> read(Reader source) throws IOException, LedgerException {
        BufferedReader lines = new BufferedReader(source);
        List<Entry> entries = new ArrayList<>();
        Entry.Builder current = null;
        int started = 0;
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.trim().isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                if (current == null) {
                    throw new JournalFormatException(number, "a posting before the first entry");
                }
                addPosting(current, line.trim(), number);
            } else {
                finish(current, entries, started);
                current = header(line, number);
                started = number;
            }
        }
        finish(current, entries, started);
        return entries;
    }

    private static Entry.Builder header(String line, int number) throws JournalFormatException {
        int space = line.indexOf(' ');
        if (space < 0) {
            throw new JournalFormatException(number, "an entry without a text");
        }
        try {
            return Entry.on(LocalDate.parse(line.substring(0, space)), line.substring(space + 1).trim());
        } catch (DateTimeParseException e) {
            throw new JournalFormatException(number, "not a date: '" + line.substring(0, space) + "'");
        }
    }

    private void addPosting(Entry.Builder entry, String line, int number) throws LedgerException {
        String[] fields = line.split("\\s+");
        if (fields.length != 3) {
            throw new JournalFormatException(number, "a posting has 3 fields, not " + fields.length);
        }
        Account account = chart.get(fields[0]);
        Money amount;
        try {
            amount = Money.parse(fields[2], currency);
        } catch (NumberFormatException e) {
            throw new JournalFormatException(number, e.getMessage());
        }
        if (amount.signum() <= 0) {
            throw new JournalFormatException(number, "the amount must be positive");
        }
        switch (fields[1]) {
            case "D":
                entry.debit(account, amount);
                break;
            case "C":
                entry.credit(account, amount);
                break;
            default:
                throw new JournalFormatException(number, "the side is D or C, not '" + fields[1] + "'");
        }
    }

    private static void finish(Entry.Builder entry, List<Entry> entries, int started) throws LedgerException {
        if (entry == null) {
            return;
        }
        try {
            entries.add(entry.build());
        } catch (IllegalStateException e) {
            throw new JournalFormatException(started, e.getMessage());
        }
    }
}
