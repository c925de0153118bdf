package sample.ledger;

/** Something in the books that cannot be right. */
public class LedgerException extends Exception {
    private static final long serialVersionUID = 1L;

    public LedgerException(String message) {
        super(message);
    }
}
