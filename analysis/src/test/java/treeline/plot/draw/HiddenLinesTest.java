package treeline.plot.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Unit;
import treeline.plot.Drawing;
import treeline.plot.SampleFigures;
import treeline.plot.ScalingLines;
import treeline.plot.TrendLines;

import java.util.List;

class HiddenLinesTest {
    private static final double NONE = Double.NaN;

    private static double thickness(double[]... lines) {
        return HiddenLines.thickness(List.of(lines), lines.length - 1, 2);
    }

    @Test
    void aLineBelowAnotherIsWider() {
        double[] line = {1, 2, NONE};
        assertThat(thickness(line)).isEqualTo(2);
        assertThat(thickness(line, new double[] {1, 3.5, NONE})).isEqualTo(5);
        assertThat(thickness(line, line, new double[] {9, 9, 9}, line)).isEqualTo(8);
        assertThat(thickness(line, line, line, line, line, line)).isEqualTo(11);
    }

    @Test
    void linesThatPartAnywhereAreAsUsual() {
        double[] line = {1, 2, NONE};
        assertThat(thickness(line, new double[] {1, 3.6, NONE})).isEqualTo(2);
        assertThat(thickness(line, new double[] {1, 2, 3})).isEqualTo(2);
        assertThat(thickness(line, new double[] {1, 2})).isEqualTo(2);
    }

    @Test
    void bothNodesOfATrendCanBeSeen() {
        List<Double> values = List.of(1.0, 2.0);
        List<TrendLines.Segment> mean = List.of(new TrendLines.Segment(0, 2, 1.5));
        var trend =
                new TrendLines(
                        SampleFigures.caption("Same"),
                        "commit",
                        "time",
                        Unit.SECONDS,
                        List.of("a", "b"),
                        List.of(
                                new TrendLines.Line("main", values, mean),
                                new TrendLines.Line("main/step", values, mean)));
        String svg = Drawing.of(trend, new FigureStyle(false, (value, _) -> "" + value)).svg();
        assertThat(svg).contains("stroke-width=\"3\"").contains("stroke-width=\"6\"");
    }

    /// Nothing was measured at the other parameter: the curve has an axis of its own.
    @Test
    void aModelWithoutPointsIsDrawn() {
        var curve =
                List.of(
                        new ScalingLines.Point(4, 1, 0.9, 1.1),
                        new ScalingLines.Point(64, 8, 7, 9));
        var line =
                new ScalingLines.Line(
                        "main",
                        List.of(),
                        List.of(),
                        java.util.Optional.of(new ScalingLines.Fit("p^3/4", curve, 64)),
                        List.of());
        var lines =
                new ScalingLines(
                        SampleFigures.caption("Model"),
                        "ranks",
                        "time",
                        Unit.SECONDS,
                        true,
                        List.of(line));
        String svg = Drawing.of(lines, new FigureStyle(false, (value, _) -> "" + value)).svg();
        assertThat(svg).doesNotContain("NaN").contains(">10</text>");
    }
}
