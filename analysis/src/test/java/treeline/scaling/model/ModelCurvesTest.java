package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.model.Generated.modeling;
import static treeline.scaling.model.Generated.table;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;

import java.util.stream.DoubleStream;

class ModelCurvesTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    private static ModelPlot plot(Ensemble runs, double at) {
        ModelResult models = modeling(runs).on(runs);
        return models.plots(models.models(), 0, at).getFirst();
    }

    /// 2 to 512 in 100 steps: each is 256^(1/100) times the one before, and 50 steps are 16 times.
    @Test
    void stepsAreEqualFactors() {
        DoubleStream x = plot(Generated.points("2 4 8 16 32", "5 9 17 33 65"), 512).x().stream();
        double[] steps = x.toArray();
        assertThat(steps).hasSize(101);
        assertThat(steps[0]).isEqualTo(2);
        assertThat(steps[50]).isCloseTo(32, CLOSE);
        assertThat(steps[100]).isEqualTo(512);
        for (int step = 1; step < steps.length; step++)
            assertThat(steps[step] / steps[step - 1]).isCloseTo(Math.pow(256, 0.01), CLOSE);
    }

    /// From 0, no factor leads on.
    @Test
    void stepsFromZeroAreEqualDifferences() {
        double[] steps = plot(Generated.points("0 1 2 3 4", "1 3 5 7 9"), 8).x().toArray();
        assertThat(steps).hasSize(101);
        assertThat(steps[0]).isZero();
        assertThat(steps[1]).isCloseTo(0.08, CLOSE);
        assertThat(steps[100]).isEqualTo(8);
        double[] below = plot(Generated.points("-2 -1 0 1 2", "1 3 5 7 9"), 8).x().toArray();
        assertThat(below[0]).isEqualTo(-2);
        assertThat(below[50]).isCloseTo(3, CLOSE);
    }

    @Test
    void curvesHoldAllThatWasMeasuredAndThePrediction() {
        Ensemble runs = Generated.points("2 4 8 16 32", "5 9 17 33 65");
        ModelPlot within = plot(runs, 7);
        assertThat(within.x().at(0)).isEqualTo(2);
        assertThat(within.x().at(within.x().size() - 1)).isEqualTo(32);
        assertThat(within.x().size()).isEqualTo(102);
        assertThat(within.x().stream()).contains(7.0);
        ModelPlot below = plot(runs, 1);
        assertThat(below.x().at(0)).isEqualTo(1);
        assertThat(below.x().at(below.x().size() - 1)).isEqualTo(32);
        for (int step = 0; step < below.x().size(); step++)
            assertThat(below.curve().at(step)).isCloseTo(1 + 2 * below.x().at(step), CLOSE);
    }

    @Test
    void thePerfectCurveIsConstantForWhatGrowsAndFallsForWhatFalls() {
        ModelPlot grows = plot(Generated.points("2 4 8 16 32", "5 9 17 33 65"), 64);
        assertThat(grows.ideal().stream()).containsOnly(5.0);
        ModelPlot falls = plot(Generated.points("2 4 8 16 32", "50 26 14 8 5"), 64);
        for (int step = 0; step < falls.x().size(); step++)
            assertThat(falls.ideal().at(step) * falls.x().at(step)).isCloseTo(100, CLOSE);
    }

    private static final Ensemble GRID =
            table(
                    """
                    ranks size | main
                    2     10   | 7
                    4     10   | 9
                    8     10   | 13
                    16    10   | 21
                    32    10   | 37
                    2     20   | 9
                    2     30   | 11
                    2     40   | 13
                    2     50   | 15
                    """);

    private static ModelPlot plot(int parameter, double... at) {
        ModelResult models = Modeling.of(GRID.metric("time"), "ranks", "size").on(GRID);
        return models.plots(models.models(), parameter, at).getFirst();
    }

    @Test
    void pointsAreThoseWithTheSameOtherParameters() {
        ModelPlot ranks = plot(0, 64, 10);
        assertThat(ranks.points())
                .extracting(ModelPlot.Point::x)
                .containsExactly(2.0, 4.0, 8.0, 16.0, 32.0);
        assertThat(ranks.points())
                .extracting(ModelPlot.Point::value)
                .containsExactly(7.0, 9.0, 13.0, 21.0, 37.0);
        assertThat(ranks.parameter()).isEqualTo("ranks");
        assertThat(ranks.others()).isEqualTo("size = 10");
        assertThat(ranks.largestMeasured()).isEqualTo(32);
        assertThat(ranks.level()).isEqualTo(0.95);
        ModelPlot size = plot(1, 2, 60);
        assertThat(size.points())
                .extracting(ModelPlot.Point::x)
                .containsExactly(10.0, 20.0, 30.0, 40.0, 50.0);
        assertThat(size.parameter()).isEqualTo("size");
        assertThat(size.others()).isEqualTo("ranks = 2");
        assertThat(size.largestMeasured()).isEqualTo(50);
    }

    /// Then the curve is from the smallest to the largest value that was measured anywhere, and
    /// perfect scaling starts on it.
    @Test
    void withoutPointsTheCurveStandsAlone() {
        ModelPlot plot = plot(0, 16, 15);
        assertThat(plot.points()).isEmpty();
        assertThat(plot.x().at(0)).isEqualTo(2);
        assertThat(plot.x().at(plot.x().size() - 1)).isEqualTo(32);
        assertThat(plot.curve().at(0)).isCloseTo(8, within(1e-6));
        assertThat(plot.ideal().at(50)).isEqualTo(plot.curve().at(0));
        assertThat(plot(0, 16, 2e15).others()).isEqualTo("size = 2.00000e+15");
        assertThat(plot(0, 16, 1e15).others()).isEqualTo("size = 1.00000e+15");
        assertThat(plot(0, 16, 10.25).others()).isEqualTo("size = 10.2500");
    }
}
