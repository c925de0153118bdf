package sample.orchard;

/** The quality of fruit, best first. */
public enum Grade {
    FIRST,
    SECOND,
    CIDER;

    public boolean isAtLeast(Grade other) {
        return compareTo(other) <= 0;
    }
}
