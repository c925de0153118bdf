package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;

import org.junit.Test;

public class EntryTest {
    private final Entry.Builder rent = Entry.on(Books.march(1), "Rent").debit(Books.RENT, Books.eur("700"));

    @Test
    public void holdsItsPostingsInOrder() throws LedgerException {
        Entry entry = rent.credit(Books.CASH, Books.eur("200")).credit(Books.BANK, Books.eur("500")).build();

        assertEquals(
                Arrays.asList(
                        new Posting(Books.RENT, Side.DEBIT, Books.eur("700")),
                        new Posting(Books.CASH, Side.CREDIT, Books.eur("200")),
                        new Posting(Books.BANK, Side.CREDIT, Books.eur("500"))),
                entry.postings());
    }

    @Test
    public void mustBalance() {
        rent.credit(Books.BANK, Books.eur("699.99"));

        UnbalancedEntryException unbalanced = assertThrows(UnbalancedEntryException.class, rent::build);

        assertEquals(Books.eur("0.01"), unbalanced.difference());
    }

    @Test
    public void needsPostingsWithPositiveAmounts() {
        assertThrows(IllegalStateException.class, () -> Entry.on(Books.march(1), "Nothing").build());
        assertThrows(IllegalArgumentException.class, () -> rent.credit(Books.BANK, Books.eur("-700")));
        assertThrows(IllegalArgumentException.class, () -> rent.credit(Books.BANK, Books.eur("0")));
    }

    @Test
    public void isTakenBackByItsReversal() throws LedgerException {
        Journal journal = new Journal(Books.EUR);
        Entry entry = rent.credit(Books.BANK, Books.eur("700")).build();

        journal.record(entry);
        journal.record(entry.reversedOn(Books.march(2)));

        assertEquals(Money.zero(Books.EUR), journal.balance(Books.RENT));
        assertEquals("Reversal: Rent", journal.entries().get(1).text());
    }
}
