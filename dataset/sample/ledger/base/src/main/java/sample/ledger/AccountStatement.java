package sample.ledger;

import java.time.LocalDate;
import java.util.List;

/** The movements of one account in a period, with the balance after each. */
public final class AccountStatement extends Report {
    private static final int TEXT_WIDTH = 24;

    private final Account account;
    private final Period period;

    public AccountStatement(Account account, Period period) {
        super("Statement of " + account);
        this.account = account;
        this.period = period;
    }

    @Override
    TextTable table(Journal journal) {
        TextTable table = new TextTable("Text", "Date", "Amount", "Balance");
        Money balance = opening(journal);
        table.row("Opening balance", period.from().toString(), "", balance.amount());
        for (Entry entry : journal.entries(period)) {
            String text = entry.text().trim();
            if (text.length() > TEXT_WIDTH) {
                int cut = text.lastIndexOf(' ', TEXT_WIDTH - 1);
                text = text.substring(0, cut > 0 ? cut : TEXT_WIDTH - 1) + "…";
            }
            for (Posting posting : entry.postings()) {
                if (posting.account().equals(account)) {
                    Money amount = Journal.signed(posting);
                    balance = balance.plus(amount);
                    table.row(text, entry.date().toString(), amount.amount(), balance.amount());
                }
            }
        }
        return table;
    }

    private Money opening(Journal journal) {
        LocalDate dayBefore = period.from().minusDays(1);
        return journal.balance(account, dayBefore);
    }

    @Override
    protected List<String> notes(Journal journal) {
        List<String> notes = super.notes(journal);
        Entry last = journal.lastEntry(account, period.from().minusDays(1));
        if (last != null) {
            notes.add("Last movement before the period: " + last);
        }
        return notes;
    }
}
