package sample.orchard;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Things in rows and columns, at most one in a place.
 *
 * @param <T> the things
 */
public final class Grid<T> {
    private final int rows;
    private final int columns;
    private final SequencedMap<Position, T> cells = new LinkedHashMap<>();

    /**
     * @throws IllegalArgumentException if there is no place
     */
    public Grid(int rows, int columns) {
        if (rows < 1 || columns < 1) {
            throw new IllegalArgumentException("a grid of " + rows + " by " + columns);
        }
        this.rows = rows;
        this.columns = columns;
    }

    /**
     * Puts a thing into a free place.
     *
     * @throws IndexOutOfBoundsException if the place is outside the grid
     * @throws IllegalStateException if the place is taken
     */
    public void put(Position place, T thing) {
        if (!contains(place)) {
            throw new IndexOutOfBoundsException(place + " in a grid of " + rows + " by " + columns);
        }
        if (cells.putIfAbsent(place, thing) != null) {
            throw new IllegalStateException(place + " is taken");
        }
    }

    public Optional<T> get(Position place) {
        return Optional.ofNullable(cells.get(place));
    }

    public boolean contains(Position place) {
        return contains(place.row(), place.column());
    }

    private boolean contains(int row, int column) {
        boolean inRows = 0 <= row && row < rows;
        boolean inColumns = 0 <= column && column < columns;
        return inRows && inColumns;
    }

    /** The things in the up to eight places around one, row by row. */
    public List<T> around(Position place) {
        List<T> found = new ArrayList<>();
        for (int row = -1; row <= 1; row++) {
            for (int column = -1; column <= 1; column++) {
                Position next = place.plus(row, column);
                if (!next.equals(place)) {
                    get(next).ifPresent(found::add);
                }
            }
        }
        return found;
    }

    /** The free places, row by row. */
    public List<Position> free() {
        List<Position> free = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                Position place = new Position(row, column);
                if (!cells.containsKey(place)) {
                    free.add(place);
                }
            }
        }
        return free;
    }

    /** A grid of the same size with what a function makes of each thing. */
    public <R> Grid<R> map(Function<? super T, ? extends R> function) {
        Grid<R> mapped = new Grid<>(rows, columns);
        for (Map.Entry<Position, T> cell : cells.entrySet()) {
            mapped.put(cell.getKey(), function.apply(cell.getValue()));
        }
        return mapped;
    }

    /** The things in the order in which they were put. */
    public List<T> all() {
        return List.copyOf(cells.values());
    }
}
