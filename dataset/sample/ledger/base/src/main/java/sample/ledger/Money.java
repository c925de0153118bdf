package sample.ledger;

import java.util.Currency;
import java.util.Objects;

/** An exact amount in one currency, kept in the currency's smallest unit. */
public final class Money implements Comparable<Money> {
    private final long units;
    private final Currency currency;

    private Money(long units, Currency currency) {
        this.units = units;
        this.currency = Objects.requireNonNull(currency, "currency");
    }

    /** An amount in the smallest unit: {@code ofUnits(1250, EUR)} is 12.50. */
    public static Money ofUnits(long units, Currency currency) {
        return new Money(units, currency);
    }

    public static Money zero(Currency currency) {
        return new Money(0, currency);
    }

    /**
     * Reads an amount followed by its currency, such as {@code -12.50 EUR}.
     *
     * @throws NumberFormatException if the text is not an amount and a currency
     */
    public static Money parse(String text) {
        int space = text.lastIndexOf(' ');
        if (space < 0) {
            throw new NumberFormatException("no currency in '" + text + "'");
        }
        try {
            return parse(text.substring(0, space), Currency.getInstance(text.substring(space + 1)));
        } catch (IllegalArgumentException e) {
            throw new NumberFormatException("not an amount of money: '" + text + "'");
        }
    }

    /**
     * Reads an amount with at most as many decimals as the currency has.
     *
     * @throws NumberFormatException if the text is not such an amount
     */
    public static Money parse(String text, Currency currency) {
        String digits = text.trim();
        boolean negative = digits.startsWith("-");
        if (negative) {
            digits = digits.substring(1);
        }
        int decimals = currency.getDefaultFractionDigits();
        int point = digits.indexOf('.');
        String whole = point < 0 ? digits : digits.substring(0, point);
        StringBuilder fraction = new StringBuilder(point < 0 ? "" : digits.substring(point + 1));
        if (fraction.length() > decimals || point >= 0 && fraction.length() == 0) {
            throw new NumberFormatException("'" + text + "' needs 1 to " + decimals + " decimals");
        }
        while (fraction.length() < decimals) {
            fraction.append('0');
        }
        String all = whole + fraction;
        for (int i = 0; i < all.length(); i++) {
            if (!Character.isDigit(all.charAt(i))) {
                throw new NumberFormatException("'" + text + "' holds '" + all.charAt(i) + "'");
            }
        }
        long units = Long.parseLong(all);
        return new Money(negative ? -units : units, currency);
    }

    public Currency currency() {
        return currency;
    }

    /** The amount in the smallest unit. */
    public long units() {
        return units;
    }

    public int signum() {
        return Long.signum(units);
    }

    /**
     * @throws IllegalArgumentException if the currencies differ
     * @throws ArithmeticException if the sum is too large
     */
    public Money plus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.addExact(units, other.units), currency);
    }

    /**
     * @throws IllegalArgumentException if the currencies differ
     * @throws ArithmeticException if the difference is too large
     */
    public Money minus(Money other) {
        requireSameCurrency(other);
        return new Money(Math.subtractExact(units, other.units), currency);
    }

    public Money negate() {
        return new Money(Math.negateExact(units), currency);
    }

    /**
     * Splits the amount by weights so that the parts add up to it: what does not divide goes, one
     * unit each, to the first parts.
     *
     * @throws IllegalArgumentException if there is no weight, or one is not positive
     */
    public Money[] allocate(int... weights) {
        long total = 0;
        for (int weight : weights) {
            if (weight <= 0) {
                throw new IllegalArgumentException("weight " + weight + " is not positive");
            }
            total += weight;
        }
        if (total == 0) {
            throw new IllegalArgumentException("no weights");
        }
        long[] parts = new long[weights.length];
        long rest = units;
        for (int i = 0; i < weights.length; i++) {
            parts[i] = Math.multiplyExact(units, weights[i]) / total;
            rest -= parts[i];
        }
        Money[] shares = new Money[weights.length];
        for (int i = 0; i < weights.length; i++) {
            long extra = i < Math.abs(rest) ? Long.signum(rest) : 0;
            shares[i] = new Money(parts[i] + extra, currency);
        }
        return shares;
    }

    private void requireSameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(currency + " and " + other.currency + " do not mix");
        }
    }

    @Override
    public int compareTo(Money other) {
        requireSameCurrency(other);
        return Long.compare(units, other.units);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof Money)) {
            return false;
        }
        Money that = (Money) other;
        return units == that.units && currency.equals(that.currency);
    }

    @Override
    public int hashCode() {
        return Objects.hash(units, currency);
    }

    /** The plain amount without its currency, such as {@code -12.50}. */
    public String amount() {
        int decimals = currency.getDefaultFractionDigits();
        StringBuilder digits = new StringBuilder(Long.toString(Math.abs(units)));
        while (digits.length() <= decimals) {
            digits.insert(0, '0');
        }
        if (decimals > 0) {
            digits.insert(digits.length() - decimals, '.');
        }
        return units < 0 ? "-" + digits : digits.toString();
    }

    @Override
    public String toString() {
        return amount() + " " + currency.getCurrencyCode();
    }
}
