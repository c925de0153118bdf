package sample.ledger;

import java.io.IOException;
import java.io.StringReader;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;

/** A small shop's accounts, for the tests. */
final class Books {
    static final Currency EUR = Currency.getInstance("EUR");

    static final Account ASSETS = new Account("1", "Assets", AccountType.ASSET);
    static final Account CASH = new Account("10", "Cash", AccountType.ASSET);
    static final Account BANK = new Account("12", "Bank", AccountType.ASSET);
    static final Account LOAN = new Account("30", "Loan", AccountType.LIABILITY);
    static final Account SALES = new Account("70", "Sales", AccountType.INCOME);
    static final Account RENT = new Account("80", "Rent", AccountType.EXPENSE);

    private Books() {
    }

    static ChartOfAccounts chart() {
        return new ChartOfAccounts().add(ASSETS).add(CASH).add(BANK).add(LOAN).add(SALES).add(RENT);
    }

    static Money eur(String amount) {
        return Money.parse(amount, EUR);
    }

    static LocalDate march(int day) {
        return LocalDate.of(2024, 3, day);
    }

    static List<Entry> read(String... lines) throws IOException, LedgerException {
        return new JournalReader(chart(), EUR).read(new StringReader(String.join("\n", lines)));
    }
}
