package sample.ledger;

/** What an account stands for, which decides the side on which it grows. */
public enum AccountType {
    ASSET(Side.DEBIT),
    EXPENSE(Side.DEBIT),
    LIABILITY(Side.CREDIT),
    EQUITY(Side.CREDIT),
    INCOME(Side.CREDIT);

    private final Side normalSide;

    AccountType(Side normalSide) {
        this.normalSide = normalSide;
    }

    /** The side on which accounts of this type grow. */
    public Side normalSide() {
        return normalSide;
    }
}
