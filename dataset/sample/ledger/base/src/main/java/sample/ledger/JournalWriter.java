package sample.ledger;

import java.io.IOException;
import java.util.List;

/** Writes entries as text that {@link JournalReader} reads. */
public final class JournalWriter {
    private static final int CODE_WIDTH = 8;
    private static final int AMOUNT_WIDTH = 14;

    /** Writes the entries in their order, an empty line between two. */
    public void write(List<Entry> entries, Appendable out) throws IOException {
        String separator = "";
        for (Entry entry : entries) {
            out.append(separator).append(entry.toString()).append('\n');
            for (Posting posting : entry.postings()) {
                out.append("  ").append(padRight(posting.account().code(), CODE_WIDTH));
                out.append(posting.side() == Side.DEBIT ? "D" : "C");
                out.append(TextTable.padLeft(posting.amount().amount(), AMOUNT_WIDTH)).append('\n');
            }
            separator = "\n";
        }
    }

    /** The text, followed by as many spaces as the width asks for. */
    static String padRight(String text, int width) {
        StringBuilder padded = new StringBuilder(text);
        while (padded.length() < width) {
            padded.append(' ');
        }
        return padded.toString();
    }
}
