package treeline.formats.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

class SampleCellsTest {
    @Test
    void valuesOfOneCellAreAddedUp() {
        var cells = new SampleCells(2);
        cells.add(0, 3, 17, 1.5);
        cells.add(0, 3, 17, 2);
        cells.add(1, 3, 18, 7);
        assertThat(values(cells, 0)).containsOnly(Map.entry("3 17", 3.5));
        assertThat(values(cells, 1)).containsOnly(Map.entry("3 18", 7.0));
    }

    @Test
    void aZeroIsAValueAndNothingIsNone() {
        var cells = new SampleCells(1);
        assertThat(cells.isEmpty()).isTrue();
        cells.add(0, 0, 5, 0);
        cells.add(0, 0, 6, -0.0);
        assertThat(values(cells, 0).keySet()).containsExactlyInAnyOrder("0 5", "0 6");
    }

    @Test
    void manyCellsAreWhatAMapWouldHave() {
        var random = new SplittableRandom(1);
        var cells = new SampleCells(1);
        Map<String, Double> expected = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            int context = random.nextInt(40);
            int node = random.nextInt(3_000);
            cells.add(0, context, node, i);
            expected.merge(context + " " + node, (double) i, Double::sum);
        }
        assertThat(values(cells, 0)).isEqualTo(expected);
    }

    private static Map<String, Double> values(SampleCells cells, int metric) {
        Map<String, Double> values = new HashMap<>();
        cells.forEach(metric, (context, node, value) -> values.put(context + " " + node, value));
        return values;
    }
}
