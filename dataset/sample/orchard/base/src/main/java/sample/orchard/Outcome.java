package sample.orchard;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A value, or the reason why there is none.
 *
 * @param <T> the value
 */
public sealed interface Outcome<T> {
    /** A value. */
    record Ok<T>(T value) implements Outcome<T> {
    }

    /** A reason. */
    record Problem<T>(String reason) implements Outcome<T> {
    }

    /** The outcome of a further step; a problem stays what it is. */
    default <R> Outcome<R> then(Function<? super T, Outcome<R>> step) {
        return switch (this) {
            case Ok<T>(T value) -> step.apply(value);
            case Problem<T>(String reason) -> new Problem<>(reason);
        };
    }

    default T orElse(T other) {
        return switch (this) {
            case Ok<T>(T value) -> value;
            case Problem<T> _ -> other;
        };
    }

    /** All values in order, or the first problem. */
    static <T> Outcome<List<T>> all(List<Outcome<T>> outcomes) {
        List<T> values = new ArrayList<>();
        for (Outcome<T> outcome : outcomes) {
            switch (outcome) {
                case Ok<T>(T value) -> values.add(value);
                case Problem<T>(String reason) -> {
                    return new Problem<>(reason);
                }
            }
        }
        return new Ok<>(List.copyOf(values));
    }
}
