package sample.almanac;

/** Text that cannot be read. */
public class FormatException extends Exception {
    private static final long serialVersionUID = 1L;

    public FormatException(String message) {
        super(message);
    }
}
