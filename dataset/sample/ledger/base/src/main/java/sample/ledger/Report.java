package sample.ledger;

import java.util.ArrayList;
import java.util.List;

/** A report on a journal: a title, a table, and what subclasses put below it. */
public abstract class Report {
    private final String title;

    protected Report(String title) {
        this.title = title;
    }

    /** The whole report, lines ended by a line feed. */
    public final String render(Journal journal) {
        List<String> lines = new ArrayList<>();
        lines.add(title + " (" + journal.currency().getCurrencyCode() + ")");
        lines.add("");
        lines.addAll(table(journal).lines());
        lines.addAll(notes(journal));
        return String.join("\n", lines) + "\n";
    }

    abstract TextTable table(Journal journal);

    /** Lines below the table; none unless a report has something to add. */
    protected List<String> notes(Journal journal) {
        return new ArrayList<>();
    }
}
