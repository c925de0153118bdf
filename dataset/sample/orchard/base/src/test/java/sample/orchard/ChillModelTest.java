package sample.orchard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChillModelTest {
    private final ChillModel utah = new UtahModel();

    /** As many days of one temperature as asked for. */
    private static List<Weather> steady(int days, double celsius) {
        Weather day = Trees.weather(1, celsius, celsius, 0);
        return Collections.nCopies(days, day);
    }

    @Test
    void temperaturesRunFromLowestAtFourToHighestAtSixteen() {
        Weather day = Trees.weather(1, -2, 10, 0);

        assertEquals(-2, day.temperature(4));
        assertEquals(10, day.temperature(16));
        assertEquals(4, day.temperature(10));
        assertEquals(4, day.temperature(22));
        assertThrows(IllegalArgumentException.class, () -> day.temperature(24));
    }

    @Test
    void coldHoursCountBetweenFrostAndMild() {
        ChillModel hours = new ColdHours();

        assertEquals(48, hours.total(steady(2, 7.2)));
        assertEquals(0, hours.total(steady(2, 7.3)));
        assertEquals(0, hours.total(steady(2, -0.1)));
        assertEquals(13, hours.total(List.of(Trees.weather(1, -6, 6, 0))));
    }

    @ParameterizedTest
    @CsvSource({
        "1.3, 0", "1.4, 0.5", "2.4, 1", "9.1, 1", "9.2, 0.5", "12.4, 0.5", "12.5, 0", "16, -0.5", "17.9, -0.5", "18, -1",
    })
    void utahWeighsEachHour(double celsius, double units) {
        assertEquals(units, utah.units(celsius));
    }

    @Test
    void utahForgetsWarmthBeforeTheCold() {
        List<Weather> winter = List.of(
                Trees.weather(1, 5, 5, 0), Trees.weather(2, 20, 20, 0), Trees.weather(3, 20, 20, 0),
                Trees.weather(4, 5, 5, 0));

        assertEquals(24, utah.total(winter));
    }

    @Test
    void aWinterSufficesWhenItReachesWhatTheTreeNeeds() {
        assertTrue(utah.suffices(steady(34, 5), Trees.cox()));
        assertFalse(utah.suffices(steady(33, 5), Trees.cox()));
    }
}
