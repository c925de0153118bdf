package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;

import org.junit.Test;

public class JournalReaderTest {
    @Test
    public void readsEntriesWithTheirPostings() throws IOException, LedgerException {
        List<Entry> entries = Books.read(
                "# March",
                "2024-03-01 Rent for the shop",
                "  80 D 700.00",
                "  10 C 200",
                "  12 C 500",
                "",
                "2024-03-02 Sales",
                "\t10 D 12.5",
                "\t70 C 12.5");

        assertEquals(2, entries.size());
        Entry rent = entries.get(0);
        assertEquals(Books.march(1), rent.date());
        assertEquals("Rent for the shop", rent.text());
        assertEquals(3, rent.postings().size());
        Posting last = rent.postings().get(2);
        assertEquals(Books.BANK, last.account());
        assertEquals(Side.CREDIT, last.side());
        assertEquals(Books.eur("500"), last.amount());
        Posting sale = entries.get(1).postings().get(0);
        assertEquals(Books.CASH, sale.account());
        assertEquals(Side.DEBIT, sale.side());
        assertEquals(Books.eur("12.50"), sale.amount());
    }

    @Test
    public void readsNothingFromNothing() throws IOException, LedgerException {
        assertTrue(Books.read("", "# only a comment").isEmpty());
    }

    @Test
    public void namesTheLineThatItCannotRead() {
        assertProblem(1, "a posting before the first entry", "  80 D 1");
        assertProblem(1, "an entry without a text", "2024-03-01");
        assertProblem(1, "not a date: '2024-03-32'", "2024-03-32 Rent");
        assertProblem(2, "a posting has 3 fields, not 2", "2024-03-01 Rent", "  80 D");
        assertProblem(3, "the side is D or C, not 'X'", "2024-03-01 Rent", "", "  80 X 1");
        assertProblem(2, "the amount must be positive", "2024-03-01 Rent", "  80 D -1");
        assertProblem(2, "'1.000' needs 1 to 2 decimals", "2024-03-01 Rent", "  80 D 1.000");
        assertProblem(1, "an entry without postings", "2024-03-01 Rent", "2024-03-02 Sales");
    }

    private static void assertProblem(int line, String problem, String... lines) {
        JournalFormatException e = assertThrows(JournalFormatException.class, () -> Books.read(lines));
        assertEquals(line, e.line());
        assertEquals("line " + line + ": " + problem, e.getMessage());
    }

    @Test
    public void passesOnWhatIsWrongWithAnEntry() {
        assertThrows(UnbalancedEntryException.class, () -> Books.read("2024-03-01 Rent", "  80 D 1"));
        assertThrows(UnknownAccountException.class, () -> Books.read("2024-03-01 Rent", "  81 D 1"));
    }

    @Test
    public void readsWhatTheWriterWrites() throws IOException, LedgerException {
        List<Entry> entries = Books.read(
                "2024-03-01 Rent", "  80 D 700", "  12 C 700", "2024-03-02 Sales", "  10 D 12.5", "  70 C 12.5");
        StringBuilder text = new StringBuilder();

        new JournalWriter().write(entries, text);

        assertEquals(
                "2024-03-01 Rent\n"
                        + "  80      D        700.00\n"
                        + "  12      C        700.00\n"
                        + "\n"
                        + "2024-03-02 Sales\n"
                        + "  10      D         12.50\n"
                        + "  70      C         12.50\n",
                text.toString());
        List<Entry> again = Books.read(text.toString());
        assertEquals(entries.get(0).postings(), again.get(0).postings());
        assertEquals(entries.get(1).postings(), again.get(1).postings());
    }
}
