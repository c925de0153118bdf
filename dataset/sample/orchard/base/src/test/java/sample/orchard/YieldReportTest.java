package sample.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.LocalDate;
import java.util.List;

import org.junit.jupiter.api.Test;

class YieldReportTest {
    @Test
    void addsUpByVarietyAndByPlot() {
        YieldReport report = new YieldReport(Harvests.SEASON);

        assertEquals("""
                Cox: 75 kg in 3, 67 % first grade (good)
                Quince: 12 kg in 1, 0 % first grade (poor)
                all: 87 kg in 4, 57 % first grade (good)
                """, report.byVariety());
        assertEquals("""
                north: 22 kg in 2, 45 % first grade (poor)
                south: 65 kg in 2, 62 % first grade (good)
                all: 87 kg in 4, 57 % first grade (good)
                """, report.byPlot());
    }

    @Test
    void drawsTheLinesOfQualityAtNinetyAndFiftyPercent() {
        List<Harvest> ninety = List.of(
                new Harvest(LocalDate.of(2024, 9, 1), "east", "Cox", 90, Grade.FIRST),
                new Harvest(LocalDate.of(2024, 9, 1), "east", "Cox", 10, Grade.CIDER));
        List<Harvest> fifty = List.of(
                new Harvest(LocalDate.of(2024, 9, 1), "east", "Cox", 10, Grade.FIRST),
                new Harvest(LocalDate.of(2024, 9, 1), "east", "Cox", 10, Grade.SECOND));

        assertEquals("all: 100 kg in 2, 90 % first grade (excellent)", lastLine(new YieldReport(ninety)));
        assertEquals("all: 20 kg in 2, 50 % first grade (good)", lastLine(new YieldReport(fifty)));
    }

    private static String lastLine(YieldReport report) {
        return report.byPlot().lines().toList().getLast();
    }

    @Test
    void countsOnlyWhatTheFilterAccepts() throws FilterSyntaxException {
        YieldReport report = new YieldReport(Harvests.SEASON);

        assertEquals("all: 50 kg in 2, 100 % first grade (excellent)",
                lastLine(report.only(FilterParser.parse("grade = first"))));
        assertEquals("all: 0 kg in 0", lastLine(report.only(FilterParser.parse("kilograms >= 100"))));
    }

    @Test
    void readerReadsEveryLine() {
        Outcome<List<Harvest>> outcome = new HarvestReader().read("""
                2024-09-10;south;Cox;40;first

                2024-09-20 ; north ; Quince ; 12 ; CIDER
                """);

        List<Harvest> harvests = outcome.orElse(List.of());
        assertEquals(List.of(Harvests.SEASON.get(0), Harvests.SEASON.get(2)), harvests);
    }

    @Test
    void readerNamesTheFirstBadLine() {
        checkProblem("line 1: 2 fields, not 5", "2024-09-10;south\nx");
        checkProblem("line 2: not a date: 'today'", "\ntoday;south;Cox;40;first");
        checkProblem("line 1: not a number: '4O'", "2024-09-10;south;Cox;4O;first");
        checkProblem("line 1: a harvest of 0 kg", "2024-09-10;south;Cox;0;first");
    }

    private static void checkProblem(String expected, String text) {
        Outcome<List<Harvest>> outcome = new HarvestReader().read(text);
        Outcome.Problem<?> problem = assertInstanceOf(Outcome.Problem.class, outcome);
        assertEquals(expected, problem.reason());
    }

    @Test
    void outcomesGoOnUntilAProblem() {
        Outcome<Integer> one = new Outcome.Ok<>(1);

        assertEquals(new Outcome.Ok<>("2"), one.then(n -> new Outcome.Ok<>(Integer.toString(n + 1))));
        assertEquals(new Outcome.Problem<>("no"),
                one.then(_ -> new Outcome.Problem<Integer>("no")).then(n -> new Outcome.Ok<>(n + 1)));
    }
}
