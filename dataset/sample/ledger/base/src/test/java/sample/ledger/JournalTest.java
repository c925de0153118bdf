package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.Before;
import org.junit.Test;

public class JournalTest {
    private final Journal journal = new Journal(Books.EUR);

    @Before
    public void fill() throws IOException, LedgerException {
        journal.recordAll(Books.read(
                "2024-03-20 Rent",
                "  80 D 700",
                "  12 C 700",
                "2024-03-05 Loan",
                "  12 D 1000",
                "  30 C 1000",
                "2024-03-20 Sales",
                "  10 D 250.50",
                "  70 C 250.50"));
    }

    private static List<String> texts(List<Entry> entries) {
        return entries.stream().map(Entry::text).collect(Collectors.toList());
    }

    @Test
    public void sortsEntriesByDayAndKeepsTheOrderWithinOne() {
        assertEquals(Arrays.asList("Loan", "Rent", "Sales"), texts(journal.entries()));
        assertEquals(Arrays.asList("Loan"), texts(journal.entries(new Period(Books.march(1), Books.march(20)))));
    }

    @Test
    public void balancesArePositiveOnTheNormalSide() {
        assertEquals(Books.eur("300"), journal.balance(Books.BANK));
        assertEquals(Books.eur("1000"), journal.balance(Books.LOAN));
        assertEquals(Books.eur("250.50"), journal.balance(Books.SALES));
        assertEquals(Books.eur("0"), journal.balance(Books.ASSETS));
    }

    @Test
    public void balanceOfADayCountsThatDay() {
        assertEquals(Books.eur("0"), journal.balance(Books.BANK, Books.march(4)));
        assertEquals(Books.eur("1000"), journal.balance(Books.BANK, Books.march(5)));
        assertEquals(Books.eur("1000"), journal.balance(Books.BANK, Books.march(19)));
        assertEquals(Books.eur("300"), journal.balance(Books.BANK, Books.march(20)));
    }

    @Test
    public void changeCountsThePeriodAlone() {
        assertEquals(Books.eur("-700"), journal.change(Books.BANK, new Period(Books.march(6), Books.march(21))));
    }

    @Test
    public void lastEntryIsTheLatestThatTouchesTheAccount() {
        assertEquals("Loan", journal.lastEntry(Books.BANK, Books.march(19)).text());
        assertEquals("Rent", journal.lastEntry(Books.BANK, Books.march(20)).text());
        assertNull(journal.lastEntry(Books.BANK, Books.march(4)));
    }

    @Test
    public void listsTheAccountsInUse() {
        assertEquals(
                Arrays.asList(Books.CASH, Books.BANK, Books.LOAN, Books.SALES, Books.RENT),
                new ArrayList<>(journal.accounts()));
    }

    @Test
    public void isKeptInOneCurrency() throws LedgerException {
        Journal dollars = new Journal(Currency.getInstance("USD"));

        assertThrows(IllegalArgumentException.class, () -> dollars.recordAll(journal.entries()));
    }

    @Test
    public void filtersChooseByAccountAndPeriod() {
        EntryFilter early = EntryFilter.in(new Period(Books.march(1), Books.march(20)));

        assertEquals(Arrays.asList("Loan", "Rent", "Sales"),
                texts(EntryFilter.touching(Books.ASSETS).select(journal.entries())));
        assertEquals(Arrays.asList("Rent"),
                texts(EntryFilter.touching(Books.BANK).and(early.negate()).select(journal.entries())));
    }
}
