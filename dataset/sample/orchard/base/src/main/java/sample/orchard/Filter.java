package sample.orchard;

/** A condition on harvests. */
public sealed interface Filter {
    /** What harvests are compared by. */
    enum Field {
        PLOT,
        VARIETY,
        KILOGRAMS,
        GRADE
    }

    /** How they are compared. */
    enum Operator {
        EQUAL,
        AT_LEAST
    }

    /** Both conditions. */
    record And(Filter left, Filter right) implements Filter {
    }

    /** One condition at least. */
    record Or(Filter left, Filter right) implements Filter {
    }

    /** The opposite of a condition. */
    record Not(Filter inner) implements Filter {
    }

    /** A field of the harvest compared with a value. */
    record Comparison(Field field, Operator operator, String value) implements Filter {
        boolean matches(Harvest harvest) {
            boolean equal = operator == Operator.EQUAL;
            return switch (field) {
                case PLOT -> harvest.plot().equals(value);
                case VARIETY -> harvest.variety().equals(value);
                case KILOGRAMS -> {
                    int bound = Integer.parseInt(value);
                    yield equal ? harvest.kilograms() == bound : harvest.kilograms() >= bound;
                }
                case GRADE -> {
                    Grade bound = Grade.valueOf(value);
                    yield equal ? harvest.grade() == bound : harvest.grade().isAtLeast(bound);
                }
            };
        }
    }

    default boolean accepts(Harvest harvest) {
        return switch (this) {
            case And(Filter left, Filter right) -> left.accepts(harvest) && right.accepts(harvest);
            case Or(Filter left, Filter right) -> left.accepts(harvest) || right.accepts(harvest);
            case Not(Filter inner) -> !inner.accepts(harvest);
            case Comparison comparison -> comparison.matches(harvest);
        };
    }
}
