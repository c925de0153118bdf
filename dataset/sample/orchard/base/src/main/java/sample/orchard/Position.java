package sample.orchard;

/** A place in a grid, both counted from 0. */
public record Position(int row, int column) {
    public Position plus(int rows, int columns) {
        return new Position(row + rows, column + columns);
    }

    @Override
    public String toString() {
        return row + ":" + column;
    }
}
