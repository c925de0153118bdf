package sample.ledger;

/** The two sides of an account. */
public enum Side {
    DEBIT,
    CREDIT;

    /** The other side. */
    public Side opposite() {
        return this == DEBIT ? CREDIT : DEBIT;
    }
}
