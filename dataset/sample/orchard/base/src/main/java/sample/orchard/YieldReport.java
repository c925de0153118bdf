package sample.orchard;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What was picked, by variety or by plot. */
public final class YieldReport {
    private final List<Harvest> harvests;

    public YieldReport(List<Harvest> harvests) {
        this.harvests = List.copyOf(harvests);
    }

    /** The report on those harvests that a filter accepts. */
    public YieldReport only(Filter filter) {
        return new YieldReport(harvests.stream().filter(filter::accepts).toList());
    }

    public String byVariety() {
        return table(Harvest::variety);
    }

    public String byPlot() {
        return table(Harvest::plot);
    }

    private String table(Function<Harvest, String> key) {
        Map<String, List<Harvest>> groups =
                harvests.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
        StringBuilder out = new StringBuilder();
        groups.forEach((name, group) -> line(out, name, Summary.of(group)));
        line(out, "all", Summary.of(harvests));
        return out.toString();
    }

    private static void line(StringBuilder out, String name, Summary summary) {
        out.append(name).append(": ").append(summary.kilograms()).append(" kg in ").append(summary.pickings());
        if (summary.kilograms() > 0) {
            long share = Math.round(100.0 * summary.firstGrade() / summary.kilograms());
            String quality;
            if (share >= 90) {
                quality = "excellent";
            } else if (share >= 50) {
                quality = "good";
            } else {
                quality = "poor";
            }
            out.append(", ").append(share).append(" % first grade (").append(quality).append(')');
        }
        out.append('\n');
    }
}
