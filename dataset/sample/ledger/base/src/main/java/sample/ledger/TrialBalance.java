package sample.ledger;

import java.util.List;

/** The balances of all accounts, each on its side, with the sums of both. */
public final class TrialBalance extends Report {
    public TrialBalance() {
        super("Trial balance");
    }

    @Override
    TextTable table(Journal journal) {
        TextTable table = new TextTable("Account", "Debit", "Credit");
        Money debits = Money.zero(journal.currency());
        Money credits = Money.zero(journal.currency());
        for (Account account : journal.accounts()) {
            Money balance = journal.balance(account);
            Side side = account.type().normalSide();
            if (balance.signum() < 0) {
                side = side.opposite();
                balance = balance.negate();
            }
            if (side == Side.DEBIT) {
                debits = debits.plus(balance);
                table.row(account.toString(), balance.amount(), "");
            } else {
                credits = credits.plus(balance);
                table.row(account.toString(), "", balance.amount());
            }
        }
        return table.row("Sum", debits.amount(), credits.amount());
    }

    @Override
    protected List<String> notes(Journal journal) {
        List<String> notes = super.notes(journal);
        for (Account account : journal.accounts()) {
            if (journal.balance(account).signum() < 0) {
                notes.add("Unusual balance: " + account);
            }
        }
        return notes;
    }
}
