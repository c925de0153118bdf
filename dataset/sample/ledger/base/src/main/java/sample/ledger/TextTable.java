package sample.ledger;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns: the first column flush left, the others flush right. */
final class TextTable {
    private static final String GAP = "  ";

    private final int[] widths;
    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... titles) {
        widths = new int[titles.length];
        row(titles);
    }

    /**
     * @throws IllegalArgumentException if there are more or fewer cells than titles
     */
    TextTable row(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException(cells.length + " cells in " + widths.length + " columns");
        }
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
        rows.add(cells);
        return this;
    }

    /** The lines of the table, titles first, without spaces at their ends. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String[] cells : rows) {
            StringBuilder line = new StringBuilder(JournalWriter.padRight(cells[0], widths[0]));
            for (int i = 1; i < cells.length; i++) {
                line.append(GAP).append(padLeft(cells[i], widths[i]));
            }
            lines.add(line.toString().replaceAll("\\s+$", ""));
        }
        return lines;
    }

    static String padLeft(String text, int width) {
        StringBuilder padded = new StringBuilder();
        for (int i = text.length(); i < width; i++) {
            padded.append(' ');
        }
        return padded.append(text).toString();
    }
}
