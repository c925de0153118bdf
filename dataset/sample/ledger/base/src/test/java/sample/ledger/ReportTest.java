package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;

import org.junit.Before;
import org.junit.Test;

public class ReportTest {
    private final Journal journal = new Journal(Books.EUR);

    @Before
    public void open() throws IOException, LedgerException {
        journal.recordAll(Books.read("2024-02-20 Loan", "  12 D 1000", "  30 C 1000"));
    }

    private void pay(int day, String text, String amount) throws LedgerException {
        journal.record(payment(day, text, amount));
    }

    /** An entry of March that pays an amount of rent from the bank. */
    private static Entry payment(int day, String text, String amount) throws LedgerException {
        Money money = Books.eur(amount);
        Entry.Builder entry = Entry.on(Books.march(day), text);
        entry.debit(Books.RENT, money);
        entry.credit(Books.BANK, money);
        return entry.build();
    }

    @Test
    public void trialBalancePutsEachAccountOnItsSide() throws LedgerException {
        pay(1, "Rent", "700");

        assertEquals(
                "Trial balance (EUR)\n"
                        + "\n"
                        + "Account    Debit   Credit\n"
                        + "12 Bank   300.00\n"
                        + "30 Loan           1000.00\n"
                        + "80 Rent   700.00\n"
                        + "Sum      1000.00  1000.00\n",
                new TrialBalance().render(journal));
    }

    @Test
    public void trialBalanceTellsUnusualBalances() throws LedgerException {
        pay(1, "Rent", "1200.00");

        assertEquals(
                "Trial balance (EUR)\n"
                        + "\n"
                        + "Account    Debit   Credit\n"
                        + "12 Bank            200.00\n"
                        + "30 Loan           1000.00\n"
                        + "80 Rent  1200.00\n"
                        + "Sum      1200.00  1200.00\n"
                        + "Unusual balance: 12 Bank\n",
                new TrialBalance().render(journal));
    }

    @Test
    public void statementRunsTheBalance() throws LedgerException {
        pay(1, "Rent", "700");
        pay(15, "Repair of the leaking roof above the stairs", "80.25");
        pay(16, "Wiederherstellungsmaßnahmen", "9.75");

        assertEquals(
                "Statement of 12 Bank (EUR)\n"
                        + "\n"
                        + "Text                            Date   Amount  Balance\n"
                        + "Opening balance           2024-03-01           1000.00\n"
                        + "Rent                      2024-03-01  -700.00   300.00\n"
                        + "Repair of the leaking…    2024-03-15   -80.25   219.75\n"
                        + "Wiederherstellungsmaßna…  2024-03-16    -9.75   210.00\n"
                        + "Last movement before the period: 2024-02-20 Loan\n",
                new AccountStatement(Books.BANK, Period.monthOf(Books.march(1))).render(journal));
    }

    @Test
    public void statementOfAnIdleAccountHasItsOpeningBalanceAlone() {
        assertEquals(
                "Statement of 10 Cash (EUR)\n"
                        + "\n"
                        + "Text                   Date  Amount  Balance\n"
                        + "Opening balance  2024-03-01             0.00\n",
                new AccountStatement(Books.CASH, Period.monthOf(Books.march(1))).render(journal));
    }

    @Test
    public void tablesRefuseRowsOfAnotherLength() {
        assertThrows(IllegalArgumentException.class, () -> new TextTable("Account", "Debit").row("12 Bank"));
    }
}
