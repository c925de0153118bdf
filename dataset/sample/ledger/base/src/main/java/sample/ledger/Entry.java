package sample.ledger;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Objects;

/** A business event: postings of one day whose debits equal their credits. */
public final class Entry {
    private final LocalDate date;
    private final String text;
    private final List<Posting> postings;

    private Entry(LocalDate date, String text, List<Posting> postings) {
        this.date = date;
        this.text = text;
        this.postings = Collections.unmodifiableList(postings);
    }

    public static Builder on(LocalDate date, String text) {
        return new Builder(date, text);
    }

    public LocalDate date() {
        return date;
    }

    public String text() {
        return text;
    }

    /** The postings in the order in which they were added; the list cannot be changed. */
    public List<Posting> postings() {
        return postings;
    }

    /** The entry that takes this one back, on a day of its own. */
    public Entry reversedOn(LocalDate day) {
        List<Posting> reversed = new ArrayList<>();
        for (Posting posting : postings) {
            reversed.add(new Posting(posting.account(), posting.side().opposite(), posting.amount()));
        }
        return new Entry(day, "Reversal: " + text, reversed);
    }

    @Override
    public String toString() {
        return date + " " + text;
    }

    /** Collects the postings of an entry. */
    public static final class Builder {
        private final LocalDate date;
        private final String text;
        private final List<Posting> postings = new ArrayList<>();

        private Builder(LocalDate date, String text) {
            this.date = Objects.requireNonNull(date, "date");
            this.text = Objects.requireNonNull(text, "text");
        }

        public Builder debit(Account account, Money amount) {
            return post(account, Side.DEBIT, amount);
        }

        public Builder credit(Account account, Money amount) {
            return post(account, Side.CREDIT, amount);
        }

        private Builder post(Account account, Side side, Money amount) {
            postings.add(new Posting(account, side, amount));
            return this;
        }

        /**
         * @throws UnbalancedEntryException if the debits differ from the credits
         * @throws IllegalStateException if there is no posting
         */
        public Entry build() throws UnbalancedEntryException {
            if (postings.isEmpty()) {
                throw new IllegalStateException("an entry without postings");
            }
            Currency currency = postings.get(0).amount().currency();
            Money difference = Money.zero(currency);
            for (Posting posting : postings) {
                Money amount = posting.amount();
                difference = posting.side() == Side.DEBIT ? difference.plus(amount) : difference.minus(amount);
            }
            if (difference.signum() != 0) {
                throw new UnbalancedEntryException(difference);
            }
            return new Entry(date, text, new ArrayList<>(postings));
        }
    }
}
