package sample.ledger;

import java.util.Objects;

/** One line of an entry: an amount on one side of an account. */
public final class Posting {
    private final Account account;
    private final Side side;
    private final Money amount;

    /**
     * @throws IllegalArgumentException if the amount is not positive; the side carries the sign
     */
    public Posting(Account account, Side side, Money amount) {
        this.account = Objects.requireNonNull(account, "account");
        this.side = Objects.requireNonNull(side, "side");
        this.amount = Objects.requireNonNull(amount, "amount");
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("a posting of " + amount);
        }
    }

    public Account account() {
        return account;
    }

    public Side side() {
        return side;
    }

    public Money amount() {
        return amount;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Posting)) {
            return false;
        }
        Posting that = (Posting) other;
        return account.equals(that.account) && side == that.side && amount.equals(that.amount);
    }

    @Override
    public int hashCode() {
        return Objects.hash(account, side, amount);
    }

    @Override
    public String toString() {
        return account.code() + " " + side + " " + amount;
    }
}
