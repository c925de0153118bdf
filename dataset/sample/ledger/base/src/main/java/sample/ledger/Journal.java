package sample.ledger;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** All entries in one currency, by day. */
public final class Journal {
    private final Currency currency;
    private final Index<LocalDate, Entry> byDate = new Index<>();

    public Journal(Currency currency) {
        this.currency = currency;
    }

    public Currency currency() {
        return currency;
    }

    /**
     * @throws IllegalArgumentException if the entry is in another currency
     */
    public void record(Entry entry) {
        for (Posting posting : entry.postings()) {
            if (!posting.amount().currency().equals(currency)) {
                throw new IllegalArgumentException("the journal is kept in " + currency);
            }
        }
        byDate.add(entry.date(), entry);
    }

    public void recordAll(Collection<Entry> entries) {
        entries.forEach(this::record);
    }

    /** The entries by day, those of a day as they were recorded. */
    public List<Entry> entries() {
        List<Entry> all = new ArrayList<>();
        for (LocalDate day : byDate.keys()) {
            all.addAll(byDate.get(day));
        }
        return all;
    }

    public List<Entry> entries(Period period) {
        return byDate.between(period.from(), period.to());
    }

    /** The accounts that have postings, sorted. */
    public SortedSet<Account> accounts() {
        SortedSet<Account> used = new TreeSet<>();
        for (Entry entry : entries()) {
            for (Posting posting : entry.postings()) {
                used.add(posting.account());
            }
        }
        return used;
    }

    /** The balance of an account over all entries; positive on the account's normal side. */
    public Money balance(Account account) {
        return sum(account, entries());
    }

    /** The balance of an account at the end of a day. */
    public Money balance(Account account, LocalDate day) {
        List<Entry> past = new ArrayList<>();
        for (Entry entry : entries()) {
            if (isUpTo(entry, day)) {
                past.add(entry);
            }
        }
        return sum(account, past);
    }

    /** How an account changed in a period. */
    public Money change(Account account, Period period) {
        return sum(account, entries(period));
    }

    /** The last entry up to a day that touches an account, or null. */
    public Entry lastEntry(Account account, LocalDate day) {
        Entry last = null;
        for (Entry entry : entries()) {
            if (isUpTo(entry, day) && entry.postings().stream().anyMatch(p -> p.account().equals(account))) {
                last = entry;
            }
        }
        return last;
    }

    private static boolean isUpTo(Entry entry, LocalDate day) {
        return !entry.date().isAfter(day);
    }

    private Money sum(Account account, List<Entry> entries) {
        Money sum = Money.zero(currency);
        for (Entry entry : entries) {
            for (Posting posting : entry.postings()) {
                if (posting.account().equals(account)) {
                    sum = sum.plus(signed(posting));
                }
            }
        }
        return sum;
    }

    /** The amount of a posting, negative where it makes its account smaller. */
    static Money signed(Posting posting) {
        Side normal = posting.account().type().normalSide();
        if (posting.side() == normal) {
            return posting.amount();
        }
        return posting.amount().negate();
    }
}
