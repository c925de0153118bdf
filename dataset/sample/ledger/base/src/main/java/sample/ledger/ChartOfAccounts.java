package sample.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The accounts that entries may use, by code. */
public final class ChartOfAccounts {
    private final SortedMap<String, Account> byCode = new TreeMap<>();

    /**
     * @throws IllegalArgumentException if the code is taken by an account of another name or type
     */
    public ChartOfAccounts add(Account account) {
        Account present = byCode.putIfAbsent(account.code(), account);
        if (present != null && !sameIn(present, account)) {
            throw new IllegalArgumentException("code " + account.code() + " is taken by " + present.name());
        }
        return this;
    }

    private static boolean sameIn(Account present, Account account) {
        return present.name().equals(account.name()) && present.type() == account.type();
    }

    /** The account with this code. */
    public Account get(String code) throws UnknownAccountException {
        Account account = byCode.get(code);
        if (account == null) {
            throw new UnknownAccountException(code);
        }
        return account;
    }

    /** All accounts, sorted by code. */
    public Collection<Account> all() {
        return Collections.unmodifiableCollection(byCode.values());
    }

    /** The accounts below one, sorted by code; it is not among them. */
    public List<Account> below(Account parent) {
        List<Account> found = new ArrayList<>();
        for (Account account : byCode.values()) {
            if (parent.isParentOf(account)) {
                found.add(account);
            }
        }
        return found;
    }
}
