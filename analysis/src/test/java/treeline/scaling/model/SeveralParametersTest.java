package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Form;
import treeline.scaling.search.GoodnessOfFit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleBinaryOperator;

/// Functions of two and three parameters with known truth, found again with and without noise.
class SeveralParametersTest {
    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    private static NodeModel model(DoubleBinaryOperator truth, double noise, long seed) {
        Ensemble runs = Generated.runs(truth, noise, seed);
        return Modeling.of(runs.metric("time"), "ranks", "size").on(runs).models().getFirst();
    }

    private static String text(DoubleBinaryOperator truth) {
        return model(truth, 0, 1)
                .function()
                .shortText(List.of("p", "q"), number -> String.format(Locale.ROOT, "%.4g", number));
    }

    @Test
    void productsAndSumsAreFoundAgain() {
        assertThat(text((p, q) -> 2 + 0.5 * log2(p) * q)).isEqualTo("2.000 + 0.5000 * log2(p) * q");
        assertThat(text((p, q) -> 2 + 3 * Math.sqrt(p) + 0.25 * q * q))
                .isEqualTo("2.000 + 3.000 * p^1/2 + 0.2500 * q^2");
        assertThat(text((p, q) -> 1 + 2 * p + 0.5 * p * q))
                .isEqualTo("1.000 + 2.000 * p + 0.5000 * p * q");
        assertThat(text((p, q) -> 1 + 2 * q + 0.5 * p * q))
                .isEqualTo("1.000 + 2.000 * q + 0.5000 * p * q");
    }

    @Test
    void parametersThatDoNotMatterAreLeftOut() {
        assertThat(text((p, q) -> 4 + 0.5 * q)).isEqualTo("4.000 + 0.5000 * q");
        assertThat(text((p, q) -> 4)).isEqualTo("4.000");
    }

    @Test
    void noiseOfTwoPercentKeepsPredictionsWithinATenth() {
        DoubleBinaryOperator truth = (p, q) -> 2 + 0.5 * log2(p) * q;
        List<Double> errors = new ArrayList<>();
        int held = 0;
        for (long seed = 0; seed < 40; seed++) {
            NodeModel model = model(truth, 0.02, seed);
            double expected = truth.applyAsDouble(128, 60);
            errors.add(Math.abs(model.at(128, 60).value() / expected - 1));
            if (model.at(128, 60).holds(expected)) held++;
        }
        assertThat(Generated.median(errors.stream().mapToDouble(each -> each).toArray()))
                .isLessThan(0.05);
        assertThat(errors.stream().filter(each -> each > 0.2)).hasSizeLessThan(4);
        assertThat(held).isGreaterThanOrEqualTo(34);
    }

    @Test
    void timesThatFallWithRanksAndGrowWithSizeStayAboveZero() {
        NodeModel model = model((p, q) -> q * q * 10 / p, 0.01, 1);
        assertThat(model.form()).isEqualTo(Form.TOTAL);
        assertThat(model.at(4096, 50).value()).isCloseTo(50 * 50 * 10 / 4096.0, within(1.0));
        assertThat(model.at(4096, 50).beyond()).isEqualTo(64);
    }

    @Test
    void qualityIsThatOfAllPoints() {
        GoodnessOfFit quality = model((p, q) -> 2 + 0.5 * log2(p) * q, 0, 1).quality();
        assertThat(quality.smape()).isCloseTo(0, within(1e-9));
        assertThat(quality.r2()).isCloseTo(1, within(1e-12));
        assertThat(quality.adjustedR2()).isCloseTo(1, within(1e-12));
    }

    @Test
    void theLargestRanksArePredictedFromTheSmaller() {
        Backtest test = model((p, q) -> 2 + 0.5 * log2(p) * q, 0, 1).backtest().orElseThrow();
        assertThat(test.at().toArray()).containsExactly(64, 50);
        assertThat(test.error()).isCloseTo(0, within(1e-9));
    }

    private static ModelPlot plot(double... at) {
        Ensemble runs = Generated.runs((p, q) -> 2 + 0.5 * log2(p) * q, 0, 1);
        ModelResult result = Modeling.of(runs.metric("time"), "ranks", "size").on(runs);
        return result.plots(result.models(), 0, at).getFirst();
    }

    @Test
    void aPictureHoldsTheOtherParameterWhereThePredictionIs() {
        ModelPlot plot = plot(256, 30);
        assertThat(plot.others()).isEqualTo("size = 30");
        assertThat(plot.points()).hasSize(5);
        assertThat(plot.curve().at(0)).isCloseTo(2 + 0.5 * 2 * 30, within(1e-6));
        assertThat(plot.curve().at(plot.x().size() - 1)).isCloseTo(2 + 0.5 * 8 * 30, within(1e-6));
    }

    /// Nothing was measured there, so the curve stands alone.
    @Test
    void aPictureBeyondTheOtherParameterHasNoPoints() {
        ModelPlot plot = plot(64, 100.5);
        assertThat(plot.others()).isEqualTo("size = 100.500");
        assertThat(plot.points()).isEmpty();
        assertThat(plot.x().at(0)).isEqualTo(4);
        assertThat(plot.curve().at(0)).isCloseTo(2 + 0.5 * 2 * 100.5, within(1e-6));
    }

    /// A grid with a hole, and a parameter with too few values.
    @Test
    void everyParameterNeedsFiveValues() {
        List<Run> runs = new ArrayList<>();
        for (int p = 1; p <= 5; p++)
            for (int q = 1; q <= 4; q++)
                runs.add(run(p + "-" + q, "ranks=%d size=%d".formatted(p, q), "f=" + p * q));
        Ensemble few = Ensemble.of(runs);
        ModelResult result = Modeling.of(few.metric("time"), "ranks", "size").on(few);
        assertThat(result.models()).isEmpty();
        assertThat(result.refused().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path  values of ranks  values of size
                           0  f                   5               4
                        """);
        runs.add(run("hole", "ranks=1 size=5", "f=5"));
        Ensemble enough = Ensemble.of(runs);
        assertThat(
                        Modeling.of(enough.metric("time"), "ranks", "size")
                                .on(enough)
                                .models()
                                .getFirst()
                                .at(5, 5)
                                .value())
                .isCloseTo(25, within(1e-6));
    }

    @Test
    void threeParametersAreFoundAgain() {
        List<Run> runs = new ArrayList<>();
        double[] values = {2, 4, 8, 16, 32};
        for (double p : values)
            for (double q : values)
                for (double r : values)
                    runs.add(
                            run(
                                    p + "-" + q + "-" + r,
                                    "p=%s q=%s r=%s".formatted(p, q, r),
                                    "f=" + (1 + 2 * p * q + 3 * r)));
        Ensemble all = Ensemble.of(runs);
        NodeModel model =
                Modeling.of(all.metric("time"), "p", "q", "r").on(all).models().getFirst();
        assertThat(model.at(64, 64, 64).value()).isCloseTo(1 + 2 * 64 * 64 + 3 * 64, within(1e-3));
    }
}
