package sample.ledger;

/** A line of a journal file that cannot be read. */
public class JournalFormatException extends LedgerException {
    private static final long serialVersionUID = 1L;

    private final int line;

    public JournalFormatException(int line, String problem) {
        super("line " + line + ": " + problem);
        this.line = line;
    }

    /** The number of the line, from 1. */
    public int line() {
        return line;
    }
}
