package sample.orchard;

/** A filter that cannot be read, with the place where reading stopped. */
public class FilterSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int position;

    public FilterSyntaxException(int position, String problem) {
        super("at " + position + ": " + problem);
        this.position = position;
    }

    /** The place in the text, from 0. */
    public int position() {
        return position;
    }
}
