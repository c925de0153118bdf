package sample.ledger;

/** An account code that the chart does not hold. */
public class UnknownAccountException extends LedgerException {
    private static final long serialVersionUID = 1L;

    private final String code;

    public UnknownAccountException(String code) {
        super("no account has the code " + code);
        this.code = code;
    }

    public String code() {
        return code;
    }
}
