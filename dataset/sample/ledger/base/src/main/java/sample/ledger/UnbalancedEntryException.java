package sample.ledger;

/** An entry whose debits and credits differ. */
public class UnbalancedEntryException extends LedgerException {
    private static final long serialVersionUID = 1L;

    private final transient Money difference;

    public UnbalancedEntryException(Money difference) {
        super("debits and credits differ by " + difference);
        this.difference = difference;
    }

    /** Debits minus credits. */
    public Money difference() {
        return difference;
    }
}
