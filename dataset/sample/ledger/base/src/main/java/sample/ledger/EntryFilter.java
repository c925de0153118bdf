package sample.ledger;

import java.util.ArrayList;
import java.util.List;

/** Chooses entries. */
@FunctionalInterface
public interface EntryFilter {
    boolean accepts(Entry entry);

    default EntryFilter and(EntryFilter other) {
        return entry -> accepts(entry) && other.accepts(entry);
    }

    default EntryFilter negate() {
        return entry -> !accepts(entry);
    }

    /** Those of the entries that are accepted, in their order. */
    default List<Entry> select(Iterable<Entry> entries) {
        List<Entry> chosen = new ArrayList<>();
        for (Entry entry : entries) {
            if (accepts(entry)) {
                chosen.add(entry);
            }
        }
        return chosen;
    }

    /** Entries that touch an account or one below it. */
    static EntryFilter touching(Account account) {
        return entry -> entry.postings().stream()
                .map(Posting::account)
                .anyMatch(used -> used.equals(account) || account.isParentOf(used));
    }

    /** Entries of a period. */
    static EntryFilter in(Period period) {
        return entry -> period.contains(entry.date());
    }
}
