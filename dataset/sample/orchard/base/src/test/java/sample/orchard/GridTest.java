package sample.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

class GridTest {
    /** A grid of three by two in which some places hold their own names. */
    private static Grid<String> grid(Position... taken) {
        Grid<String> grid = new Grid<>(3, 2);
        for (Position place : taken) {
            grid.put(place, place.toString());
        }
        return grid;
    }

    @Test
    void endsWithItsLastRowAndColumn() {
        Grid<String> grid = grid();

        assertTrue(grid.contains(new Position(2, 1)));
        assertFalse(grid.contains(new Position(3, 1)));
        assertFalse(grid.contains(new Position(2, 2)));
        assertFalse(grid.contains(new Position(-1, 0)));
        assertFalse(grid.contains(new Position(0, -1)));
        assertThrows(IllegalArgumentException.class, () -> new Grid<>(1, 0));
    }

    @Test
    void takesOneThingInAPlaceInside() {
        Grid<String> grid = grid(new Position(1, 1));

        assertEquals(Optional.of("1:1"), grid.get(new Position(1, 1)));
        assertEquals(Optional.empty(), grid.get(new Position(1, 0)));
        assertThrows(IllegalStateException.class, () -> grid.put(new Position(1, 1), "x"));
        assertThrows(IndexOutOfBoundsException.class, () -> grid.put(new Position(1, 2), "x"));
    }

    @Test
    void knowsWhatIsAroundAPlaceAndWhatIsFree() {
        Grid<String> grid = grid(new Position(2, 1), new Position(0, 0), new Position(1, 0), new Position(0, 1));

        assertEquals(List.of("0:0", "0:1", "2:1"), grid.around(new Position(1, 0)));
        assertEquals(List.of(new Position(1, 1), new Position(2, 0)), grid.free());
    }

    @Test
    void mapsItsThingsInTheirPlaces() {
        Grid<Integer> lengths = grid(new Position(2, 1)).map(String::length);

        assertEquals(Optional.of(3), lengths.get(new Position(2, 1)));
        assertEquals(List.of(3), lengths.all());
    }
}
