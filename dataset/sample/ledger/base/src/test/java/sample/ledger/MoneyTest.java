package sample.ledger;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Currency;

import org.junit.Test;

public class MoneyTest {
    private static final Currency YEN = Currency.getInstance("JPY");

    @Test
    public void readsAmountsWithAndWithoutDecimals() {
        assertEquals(1250, Books.eur("12.50").units());
        assertEquals(1250, Books.eur(" 12.5 ").units());
        assertEquals(1200, Books.eur("12").units());
        assertEquals(-5, Books.eur("-0.05").units());
        assertEquals(12, Money.parse("12", YEN).units());
    }

    @Test
    public void readsAnAmountWithItsCurrency() {
        assertEquals(Books.eur("-12.50"), Money.parse("-12.50 EUR"));
        assertThrows(NumberFormatException.class, () -> Money.parse("12.50"));
        assertThrows(NumberFormatException.class, () -> Money.parse("12.50 euro"));
    }

    @Test
    public void refusesWhatIsNoAmountAndSaysWhy() {
        assertEquals("'1.234' needs 1 to 2 decimals", refusal("1.234"));
        assertEquals("'1.' needs 1 to 2 decimals", refusal("1."));
        assertEquals("'1x.00' holds 'x'", refusal("1x.00"));
        assertEquals("'1.-5' holds '-'", refusal("1.-5"));
        assertEquals("'--1' holds '-'", refusal("--1"));
    }

    private static String refusal(String text) {
        return assertThrows(NumberFormatException.class, () -> Books.eur(text)).getMessage();
    }

    @Test
    public void writesTheDecimalsOfItsCurrency() {
        assertEquals("0.05 EUR", Money.ofUnits(5, Books.EUR).toString());
        assertEquals("-12.50", Books.eur("-12.5").amount());
        assertEquals("12 JPY", Money.ofUnits(12, YEN).toString());
    }

    @Test
    public void addsAndSubtractsWithinOneCurrency() {
        assertEquals(Books.eur("3.10"), Books.eur("1.20").plus(Books.eur("1.90")));
        assertEquals(Books.eur("-0.70"), Books.eur("1.20").minus(Books.eur("1.90")));
        assertThrows(IllegalArgumentException.class, () -> Books.eur("1").plus(Money.zero(YEN)));
        assertThrows(ArithmeticException.class, () -> Money.ofUnits(Long.MAX_VALUE, YEN).plus(Money.ofUnits(1, YEN)));
    }

    @Test
    public void allocatesWithoutLosingACent() {
        Money[] shares = Books.eur("100.00").allocate(1, 1, 1);

        assertArrayEquals(new Money[] {Books.eur("33.34"), Books.eur("33.33"), Books.eur("33.33")}, shares);
        assertEquals(Books.eur("-0.05"),
                Arrays.stream(Books.eur("-0.05").allocate(1, 2)).reduce(Money.zero(Books.EUR), Money::plus));
        assertThrows(IllegalArgumentException.class, () -> Books.eur("1").allocate());
        assertThrows(IllegalArgumentException.class, () -> Books.eur("1").allocate(2, 0));
    }

    @Test
    public void comparesByAmountAndKnowsItsCurrency() {
        assertTrue(Books.eur("1.10").compareTo(Books.eur("1.09")) > 0);
        assertEquals(Books.eur("1.1").hashCode(), Books.eur("1.10").hashCode());
        assertNotEquals(Money.ofUnits(1, Books.EUR), Money.ofUnits(1, YEN));
    }
}
