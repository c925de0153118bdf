package sample.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterTest {
    private static List<Integer> chosen(String filter) throws FilterSyntaxException {
        Filter parsed = FilterParser.parse(filter);
        return Harvests.SEASON.stream().filter(parsed::accepts).map(Harvest::kilograms).toList();
    }

    @Test
    void comparesFields() throws FilterSyntaxException {
        assertEquals(List.of(40, 25, 10), chosen("variety = 'Cox'"));
        assertEquals(List.of(12, 10), chosen("plot='north'"));
        assertEquals(List.of(40, 25), chosen("kilograms >= 25"));
        assertEquals(List.of(12), chosen("kilograms = 12"));
        assertEquals(List.of(40, 25, 10), chosen("grade >= second"));
        assertEquals(List.of(25), chosen("GRADE = Second"));
    }

    @Test
    void bindsNotBeforeAndBeforeOr() throws FilterSyntaxException {
        assertEquals(List.of(40, 25, 12), chosen("grade = cider or variety = 'Cox' and kilograms >= 25"));
        assertEquals(List.of(40, 25), chosen("(grade = cider or variety = 'Cox') and kilograms >= 25"));
        assertEquals(List.of(25), chosen("not grade = first and variety = 'Cox'"));
        assertEquals(List.of(12), chosen("not (grade = first or variety = 'Cox')"));
        assertEquals(List.of(40, 10), chosen("not not grade = first"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "``                   |  0 | a field expected, not the end",
        "colour = 'red'       |  0 | a field expected, not 'colour'",
        "plot 'south'         |  5 | '=' or '>=' expected, not \"south\"",
        "plot > 'south'       |  5 | '=' or '>=' expected, not '>'",
        "plot = south         |  7 | a quoted text expected, not 'south'",
        "plot = 'south        |  7 | a text without its closing quote",
        "plot >= 'south'      |  0 | plot has no order",
        "kilograms = many     | 12 | a number expected, not 'many'",
        "kilograms =          | 11 | a number expected, not the end",
        "grade = good         |  8 | a grade expected, not 'good'",
        "(grade = first       | 14 | ')' expected, not the end",
        "grade = first second | 14 | the end expected, not 'second'",
    })
    void saysWhereReadingStopped(String text, int position, String problem) {
        FilterSyntaxException e = assertThrows(FilterSyntaxException.class, () -> FilterParser.parse(text));

        assertEquals(position, e.position());
        assertEquals("at " + position + ": " + problem, e.getMessage());
    }

    @Test
    void quotedTextsMayHoldAnythingButQuotes() throws FilterSyntaxException {
        assertEquals(new Filter.Comparison(Filter.Field.PLOT, Filter.Operator.EQUAL, "a >= (b) and"),
                FilterParser.parse("plot = 'a >= (b) and'"));
        assertEquals(new Filter.Comparison(Filter.Field.PLOT, Filter.Operator.EQUAL, ""),
                FilterParser.parse("plot = ''"));
    }
}
