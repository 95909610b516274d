package treeline.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;
import treeline.table.JsonWriter;

import java.util.List;

class FigureJsonTest {
    private static String json(String kind, Figure figure) {
        var text = new StringBuilder();
        FigureJson.write(kind, figure, new JsonWriter(text));
        return text.toString();
    }

    @Test
    void aFigureIsItsComponentsAndWhatIsMissingIsNull() {
        var map =
                new HeatMap(
                        new Caption("Statistics", "of 2 runs", List.of("a note")),
                        List.of("main", "main/solve"),
                        List.of(
                                new HeatMap.Column(
                                        "mean", Unit.SECONDS, List.of(1.5, Double.NaN))));
        assertThat(json("heatmap", map))
                .isEqualTo(
                        """
                        {
                          "schema": "treeline/plot-heatmap/1",
                          "caption": {
                            "title": "Statistics",
                            "subtitle": "of 2 runs",
                            "notes": ["a note"]
                          },
                          "rows": [
                            "main",
                            "main/solve"
                          ],
                          "columns": [
                            {"name": "mean", "unit": "s", "values": [1.5, null]}
                          ]
                        }
                        """);
    }

    @Test
    void everyKindHasJson() {
        for (Figure figure : SampleFigures.of(5))
            assertThat(json("any", figure)).startsWith("{").contains("\"caption\"").endsWith("}\n");
    }
}
