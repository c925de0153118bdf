package sample.ledger;

import java.util.Objects;

/** An account of the chart. Two accounts are the same when their codes are. */
public final class Account implements Comparable<Account> {
    private final String code;
    private final String name;
    private final AccountType type;

    /**
     * @param code digits, the shorter the more general: 12 is a part of 1
     * @throws IllegalArgumentException if the code is not made of digits
     */
    public Account(String code, String name, AccountType type) {
        if (code.isEmpty() || !code.chars().allMatch(Character::isDigit)) {
            throw new IllegalArgumentException("not an account code: '" + code + "'");
        }
        this.code = code;
        this.name = Objects.requireNonNull(name, "name");
        this.type = Objects.requireNonNull(type, "type");
    }

    public String code() {
        return code;
    }

    public String name() {
        return name;
    }

    public AccountType type() {
        return type;
    }

    /** Whether the other account is a part of this one, at any depth. */
    public boolean isParentOf(Account other) {
        return other.code.length() > code.length() && other.code.startsWith(code);
    }

    @Override
    public int compareTo(Account other) {
        return code.compareTo(other.code);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Account && code.equals(((Account) other).code);
    }

    @Override
    public int hashCode() {
        return code.hashCode();
    }

    @Override
    public String toString() {
        return code + " " + name;
    }
}
