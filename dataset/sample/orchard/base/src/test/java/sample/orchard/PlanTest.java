package sample.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Month;
import java.time.Year;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class PlanTest {
    /** A plot with an old apple tree and a cherry tree of five years. */
    private static Grid<Tree> plot() {
        Grid<Tree> plot = new Grid<>(2, 2);
        plot.put(new Position(0, 0), Trees.cox());
        plot.put(new Position(1, 1), Trees.cherry());
        return plot;
    }

    @Test
    void oldTreesDrinkMoreAndRainHelps() {
        IrrigationPlan plan = new IrrigationPlan(plot());

        assertEquals(31, plan.litres(Trees.weather(1, 10, 20, 0)), 1e-9);
        assertEquals(31, plan.litres(Trees.weather(1, 10, 20, 2)), 1e-9);
        assertEquals(19, plan.litres(Trees.weather(1, 10, 20, 6)), 1e-9);
        assertEquals(5, plan.litres(Trees.weather(1, 10, 20, 12)), 1e-9);
        assertEquals(0, plan.litres(Trees.weather(1, -5, -1, 0)), 1e-9);
    }

    @Test
    void treesOfNegativeAgeDrinkNothingAtAll() {
        assertThrows(IllegalArgumentException.class, () -> Water.need(-1, 20));
    }

    @Test
    void droughtsEndWithRainOrFrost() {
        List<Weather> days = List.of(
                Trees.weather(1, 5, 20, 0), Trees.weather(2, 5, 20, 0.9), Trees.weather(3, 5, 20, 1),
                Trees.weather(4, 5, 20, 0), Trees.weather(5, -1, 20, 0), Trees.weather(6, 0, 20, 0));

        assertEquals(2, IrrigationPlan.longestDrought(days));
        assertEquals(0, IrrigationPlan.longestDrought(List.of()));
    }

    @Test
    void watersOnDaysThatLackWaterAfterADryOne() {
        Weather dry = Trees.weather(1, 5, 20, 0);
        Weather wet = Trees.weather(2, 5, 20, 30);
        Weather after = Trees.weather(3, 5, 20, 0);

        assertEquals(List.of(after), new IrrigationPlan(plot()).wateringDays(List.of(wet, dry, after, wet, dry)));
    }

    @Test
    void prunesEachKindInItsMonth() {
        Grid<Tree> plot = plot();
        plot.put(new Position(0, 1), new Tree.Pome("Boskoop", Year.of(2021), 900, false));
        plot.put(new Position(1, 0), new Tree.Nut("Hazel", Year.of(2000), 1000));
        WorkPlan plan = new WorkPlan(plot, Trees.NOW);

        assertEquals(List.of("prune Cox"), plan.tasks(Month.FEBRUARY));
        assertEquals(List.of("prune Boskoop"), plan.tasks(Month.MARCH));
        assertEquals(List.of("prune Burlat"), plan.tasks(Month.JULY));
        assertEquals(List.of("prune Hazel"), plan.tasks(Month.SEPTEMBER));
        assertEquals(Month.AUGUST,
                Tree.pruningMonth(new Tree.Pome("Williams", Year.of(2022), 900, true), Trees.NOW));
    }

    @Test
    void weatherAddsItsTasks() {
        WorkPlan plan = new WorkPlan(plot(), Trees.NOW);
        List<Weather> dry = IntStream.rangeClosed(1, 8).mapToObj(day -> Trees.weather(day, 5, 20, 0)).toList();

        plan.consider(Month.MAY, dry);
        plan.consider(Month.JUNE, List.of(Trees.weather(1, 5, 20, 9)));
        plan.consider(Month.JULY, dry.subList(0, 6));

        assertEquals(List.of("water, 8 dry days in a row"), plan.tasks(Month.MAY));
        assertEquals(List.of("look for mildew"), plan.tasks(Month.JUNE));
        assertEquals(List.of("prune Burlat"), plan.tasks(Month.JULY));
    }
}
