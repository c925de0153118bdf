package sample.orchard;

import java.time.Month;
import java.time.Year;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is to be done on a plot in a year, by month. */
public final class WorkPlan {
    private final Map<Month, List<String>> tasks = new EnumMap<>(Month.class);

    public WorkPlan(Grid<Tree> plot, Year year) {
        for (Tree tree : plot.all()) {
            add(Tree.pruningMonth(tree, year), "prune " + tree.variety());
        }
    }

    /** Adds what the weather of a month asks for. */
    public void consider(Month month, List<Weather> days) {
        int drought = IrrigationPlan.longestDrought(days);
        if (drought >= 7) {
            add(month, "water, " + drought + " dry days in a row");
        }
        long dry = days.stream().filter(IrrigationPlan::isDry).count();
        if (dry == 0 && !days.isEmpty()) {
            add(month, "look for mildew");
        }
    }

    private void add(Month month, String task) {
        tasks.computeIfAbsent(month, _ -> new ArrayList<>()).add(task);
    }

    public List<String> tasks(Month month) {
        return List.copyOf(tasks.getOrDefault(month, List.of()));
    }
}
