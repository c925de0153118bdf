package sample.ledger;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;

import org.junit.Test;

public class AccountTest {
    @Test
    public void isParentOfLongerCodesThatStartWithItsOwn() {
        assertTrue(Books.ASSETS.isParentOf(Books.BANK));
        assertFalse(Books.ASSETS.isParentOf(Books.ASSETS));
        assertFalse(Books.CASH.isParentOf(Books.BANK));
    }

    @Test
    public void refusesCodesThatAreNotDigits() {
        assertThrows(IllegalArgumentException.class, () -> new Account("", "Nothing", AccountType.ASSET));
        assertThrows(IllegalArgumentException.class, () -> new Account("1a", "Letters", AccountType.ASSET));
    }

    @Test
    public void chartFindsAccountsAndThoseBelowThem() throws UnknownAccountException {
        ChartOfAccounts chart = Books.chart();

        assertEquals(Books.RENT, chart.get("80"));
        assertEquals(Arrays.asList(Books.CASH, Books.BANK), chart.below(Books.ASSETS));
        assertEquals(6, new ArrayList<>(chart.all()).size());
    }

    @Test
    public void chartNamesTheCodeItDoesNotKnow() {
        UnknownAccountException unknown =
                assertThrows(UnknownAccountException.class, () -> Books.chart().get("99"));

        assertEquals("99", unknown.code());
    }

    @Test
    public void chartTakesAnAccountTwiceButNoSecondOneUnderItsCode() {
        ChartOfAccounts chart = Books.chart().add(new Account("12", "Bank", AccountType.ASSET));

        assertEquals(6, chart.all().size());
        assertThrows(IllegalArgumentException.class, () -> chart.add(new Account("12", "Till", AccountType.ASSET)));
        assertThrows(IllegalArgumentException.class, () -> chart.add(new Account("12", "Bank", AccountType.EQUITY)));
    }
}
