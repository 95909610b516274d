package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;
import static treeline.scaling.model.Generated.model;
import static treeline.scaling.model.Generated.modeling;
import static treeline.scaling.model.Generated.points;
import static treeline.scaling.model.Generated.runs;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Statistic;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Form;
import treeline.scaling.search.MeasuredPoint;
import treeline.scaling.search.Prediction;
import treeline.table.Table;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

class ModelingTest {
    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    private static String text(DoubleUnaryOperator truth) {
        return model(runs(truth, 0, 1, 1))
                .function()
                .shortText(List.of("p"), number -> String.format(Locale.ROOT, "%.4g", number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 0 0 0 0", "5 5 5 5 5 5", "-3 -3 -3 -3 -3 -3"})
    void constantValuesDoNotFall(String values) {
        NodeModel model = model(points("1 2 4 8 16 32", values));
        assertThat(model.form()).isEqualTo(Form.MEASURED);
        assertThat(model.reason()).isEqualTo("values do not decrease");
    }

    @Test
    void functionsWithoutNoiseAreFoundAgain() {
        assertThat(text(p -> 3 + 2 * log2(p))).isEqualTo("3.000 + 2.000 * log2(p)");
        assertThat(text(p -> 3 + 0.5 * Math.sqrt(p))).isEqualTo("3.000 + 0.5000 * p^1/2");
        assertThat(text(p -> 1 + 0.25 * p * log2(p))).isEqualTo("1.000 + 0.2500 * p * log2(p)");
        assertThat(text(p -> 5 + 1e-3 * p * p)).isEqualTo("5.000 + 0.001000 * p^2");
        assertThat(text(p -> 7 + 1e-6 * p * p * p)).isEqualTo("7.000 + 1.000e-06 * p^3");
        assertThat(text(p -> 100 / p + 0.5)).isEqualTo("0.5000 + 100.0 * p^-1");
        assertThat(text(p -> 50 / Math.sqrt(p))).contains("50.00 * p^-1/2");
    }

    @Test
    void aConstantIsAHypothesis() {
        NodeModel model = model(points("1 2 4 8 16", "3 3 3 3 3"));
        assertThat(model.text()).isEqualTo("3.0");
        assertThat(model.quality().smape()).isZero();
        assertThat(model.at(1000).value()).isEqualTo(3);
        assertThat(model.at(1000).lower()).isCloseTo(3, within(1e-12));
        NodeModel noisy = model(runs(p -> 10, 0.02, 3, 3));
        assertThat(noisy.at(4096).value()).isCloseTo(10, within(1.0));
    }

    @Test
    void zerosAreAConstant() {
        NodeModel model = model(points("1 2 4 8 16", "0 0 0 0 0"));
        assertThat(model.function().isConstant()).isTrue();
        assertThat(model.at(64)).isEqualTo(new Prediction(0, 0, 0, 4));
    }

    @Test
    void someZerosAndNegativeValuesAreValues() {
        assertThat(model(points("1 2 4 8 16", "0 1 2 3 4")).text()).endsWith(" * log2(ranks)^(1)");
        NodeModel below = model(points("1 2 4 8 16", "-1 -2 -4 -8 -16"));
        assertThat(below.at(32).value()).isCloseTo(-32, within(1e-6));
        assertThat(below.at(32).lower()).isLessThan(-31);
    }

    /// Of texts, of what no run has, of runs without a number.
    @Test
    void fewerThanFivePointsAreRefusedWithTheirNumber() {
        Ensemble few =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=1", "main=1", "main/io=1"),
                                run("b", "ranks=2", "main=2"),
                                run("c", "ranks=4", "main=3", "main/io=3"),
                                run("d", "ranks=8", "main=4", "main/io=4"),
                                run("e", "ranks=16", "main=5", "main/io=5"),
                                run("f", "ranks=16", "main=6", "main/io=NaN")));
        ModelResult result = modeling(few).on(few);
        assertThat(result.models()).extracting(NodeModel::path).containsExactly("main");
        assertThat(result.refused().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path     values of ranks
                           1  main/io                4
                        """);
    }

    @Test
    void runsOfOneParameterValueAreOnePoint() {
        Ensemble equal = points("8 8 8 8 8 8", "1 2 3 4 5 6");
        ModelResult result = modeling(equal).on(equal);
        assertThat(result.models()).isEmpty();
        assertThat(result.refused().whole("values of ranks").at(0)).isEqualTo(1);
        assertThat(result.predictions(16).rows()).isZero();
    }

    @Test
    void missingAndInfiniteValuesAreLeftOutAndCounted() {
        Ensemble some = points("1 2 4 8 16 32 32 64", "1 2 3 4 5 NaN 6 Infinity");
        NodeModel model = model(some);
        assertThat(model.missing()).isEqualTo(2);
        assertThat(model.points()).hasSize(6);
        assertThat(model.text()).isEqualTo(model(points("1 2 4 8 16 32", "1 2 3 4 5 6")).text());
    }

    @Test
    void runsWithoutANumberAreNamed() {
        Ensemble some =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=1", "f=1"),
                                run("b", "ranks=many", "f=1"),
                                run("c", "", "f=1")));
        assertThat(modeling(some).on(some).runsWithout()).containsExactly("b", "c");
        Ensemble none = Ensemble.of(List.of(run("b", "ranks=many", "f=1")));
        assertThatThrownBy(() -> modeling(none).on(none))
                .hasMessage("no run has a number for ranks");
        assertThatThrownBy(() -> Modeling.of(none.metric("time"), "size").on(none))
                .hasMessage("no run has the metadata 'size'; available: [ranks]");
    }

    @Test
    void repetitionsCountByTheStatisticThatIsAskedFor() {
        Ensemble repeated =
                points("1 1 1 2 2 2 4 4 4 8 8 8 16 16 16", "1 2 9 2 3 10 3 4 11 4 5 12 5 6 13");
        assertThat(values(repeated, Statistic.MEAN)).containsExactly(4, 5, 6, 7, 8);
        assertThat(values(repeated, Statistic.MEDIAN)).containsExactly(2, 3, 4, 5, 6);
        assertThat(values(repeated, Statistic.MIN)).containsExactly(1, 2, 3, 4, 5);
        assertThat(values(repeated, Statistic.MAX)).containsExactly(9, 10, 11, 12, 13);
        assertThat(model(repeated).points().getFirst().samples().toArray())
                .containsExactly(1, 2, 9);
    }

    private static double[] values(Ensemble runs, Statistic statistic) {
        return modeling(runs).by(statistic).on(runs).models().getFirst().points().stream()
                .mapToDouble(MeasuredPoint::value)
                .toArray();
    }

    /// A perfect fit of scattered repetitions is luck.
    @Test
    void repetitionsThatScatterWidenTheInterval() {
        Ensemble once = points("1 2 4 8 16", "1 2 3 4 5");
        Ensemble scattered = points("1 1 2 2 4 4 8 8 16 16", "0 2 1 3 2 4 3 5 4 6");
        assertThat(width(once)).isLessThan(1e-9);
        assertThat(width(scattered)).isGreaterThan(2);
    }

    private static double width(Ensemble runs) {
        Prediction prediction = model(runs).at(16);
        return prediction.upper() - prediction.lower();
    }

    @Test
    void parametersBelowOneHaveNoLogarithms() {
        NodeModel model = model(points("0.5 1.5 2.5 3.5 4.5", "1 3 5 7 9"));
        assertThat(model.text()).endsWith(" * ranks^(1)").doesNotContain("log2");
        assertThat(model(points("0 1 2 3 4", "1 3 5 7 9")).text()).endsWith(" * ranks^(1)");
    }

    @Test
    void valuesThatFallWithAParameterThatReachesZeroHaveGrowingAndFallingTerms() {
        NodeModel model = model(points("0 1 2 3 4", "16 8 4 2 1"));
        assertThat(model.form()).isEqualTo(Form.FALLING);
        assertThat(model.reason())
                .isEqualTo("values decrease with ranks, which is not positive everywhere");
        assertThat(model.at(5).value()).isFinite();
    }

    @Test
    void theFormIsThatOfTheValuesUnlessItIsAskedFor() {
        Ensemble falling = runs(p -> 100 / p + 0.5, 0.01, 1, 1);
        assertThat(model(falling).form()).isEqualTo(Form.TOTAL);
        assertThat(model(runs(p -> p, 0.01, 1, 1)).form()).isEqualTo(Form.MEASURED);
        assertThat(model(runs(p -> p, 0.01, 1, 1)).reason()).isEqualTo("values do not decrease");
        NodeModel asked = modeling(falling).as(Form.MEASURED).on(falling).models().getFirst();
        assertThat(asked.form()).isEqualTo(Form.MEASURED);
        assertThat(asked.reason()).isEqualTo("as requested");
        assertThat(asked.function().at(4096)).isNegative();
        assertThat(asked.at(4096).value()).isZero();
        assertThat(model(falling).at(4096).value()).isPositive();
    }

    @Test
    void theLargestRunIsPredictedFromTheOthers() {
        Backtest test = model(runs(p -> 3 + 2 * log2(p), 0, 1, 1)).backtest().orElseThrow();
        assertThat(test.at().at(0)).isEqualTo(256);
        assertThat(test.measured()).isEqualTo(19);
        assertThat(test.error()).isCloseTo(0, within(1e-9));
        assertThat(test.predicted().isExtrapolated()).isTrue();
        assertThat(model(points("1 2 4 8 16", "1 2 3 4 5")).backtest()).isPresent();
    }

    @Test
    void predictionsSayHowFarBeyondTheMeasuredTheyAre() {
        NodeModel model = model(points("2 4 8 16 32", "1 2 3 4 5"));
        assertThat(model.at(32).isExtrapolated()).isFalse();
        assertThat(model.at(64).beyond()).isEqualTo(2);
        assertThat(model.at(1).beyond()).isEqualTo(2);
    }

    @Test
    void tablesHaveTheLargestPredictionFirst() {
        Ensemble two =
                Ensemble.of(
                        java.util.stream.IntStream.rangeClosed(0, 5)
                                .mapToObj(
                                        n ->
                                                run(
                                                        "p" + n,
                                                        "ranks=" + (1 << n),
                                                        "main=10",
                                                        "main/grow=" + (1 << n)))
                                .toList());
        Table table = modeling(two).on(two).predictions(1024);
        assertThat(table.text("path").text(0)).isEqualTo("main/grow");
        assertThat(table.real("predicted").at(0)).isCloseTo(1024, within(1e-6));
        assertThat(table.real("growth").at(0)).isCloseTo(32, within(1e-6));
        assertThat(table.real("growth").at(1)).isEqualTo(1);
        assertThatThrownBy(() -> modeling(two).on(two).predictions(1, 2))
                .hasMessage("expected a number for each of [ranks], found 2");
        assertThatThrownBy(() -> modeling(two).on(two).predictions(0))
                .hasMessage("prediction parameters must be positive, found 0.0");
    }

    @Test
    void whatCannotBeARequestIsRefused() {
        Ensemble any = points("1 2", "1 2");
        assertThatThrownBy(() -> modeling(any).confident(1))
                .hasMessage("a confidence level must be between 0 and 1, found 1.0");
        assertThatThrownBy(() -> Modeling.of(any.metric("time")))
                .hasMessage("a model must have 1 to 10 parameters");
        assertThatThrownBy(() -> Modeling.of(any.metric("time"), "ranks", "ranks"))
                .hasMessage("a parameter is named twice: [ranks, ranks]");
    }

    /// The result does not depend on how nodes are spread over cores.
    @Test
    void manyNodesInOneCallAreTheSameAsEachAlone() {
        var random = new Random(5);
        List<treeline.ensemble.Run> all =
                java.util.Arrays.stream(Generated.RANKS)
                        .mapToObj(
                                p -> {
                                    String[] nodes = new String[100];
                                    for (int node = 0; node < nodes.length; node++)
                                        nodes[node] = "f%d=%s".formatted(node, random.nextDouble());
                                    return run("p" + p, "ranks=" + p, nodes);
                                })
                        .toList();
        Ensemble together = Ensemble.of(all);
        ModelResult models = modeling(together).on(together);
        assertThat(models.models()).hasSize(100);
        for (NodeModel model : models.models()) {
            Ensemble alone = together.keeping(node -> node == model.node());
            assertThat(model(alone).text()).isEqualTo(model.text());
        }
    }

    @Test
    void aPictureHasPointsCurveIntervalAndIdeal() {
        Ensemble runs = points("2 2 4 8 16 32", "31 33 16 8 4 2");
        ModelResult result = modeling(runs).on(runs);
        ModelPlot plot = result.plots(result.models(), 0, 64).getFirst();
        assertThat(plot.points().getFirst())
                .isEqualTo(
                        new ModelPlot.Point(2, 32, treeline.model.ImmutableDoubles.owning(31, 33)));
        assertThat(plot.x().at(0)).isEqualTo(2);
        int last = plot.x().size() - 1;
        assertThat(plot.x().at(last)).isEqualTo(64);
        assertThat(plot.ideal().at(last)).isEqualTo(1);
        assertThat(plot.curve().at(last)).isCloseTo(1, within(0.01));
        assertThat(plot.lower().at(last)).isLessThan(plot.curve().at(last));
        assertThat(plot.upper().at(last)).isGreaterThan(plot.curve().at(last));
        assertThat(plot.largestMeasured()).isEqualTo(32);
        assertThat(plot.parameter()).isEqualTo("ranks");
        assertThat(plot.others()).isEmpty();
    }

    @Test
    void upToTenParametersHaveAModel() {
        Ensemble any = points("1 2", "1 2");
        String[] names = "a b c d e f g h i j k".split(" ");
        assertThat(Modeling.of(any.metric("time"), java.util.Arrays.copyOf(names, 10)).parameters())
                .hasSize(10);
        assertThatThrownBy(() -> Modeling.of(any.metric("time"), names))
                .hasMessage("a model must have 1 to 10 parameters");
        for (double level : new double[] {0, -0.5, Double.NaN})
            assertThatThrownBy(() -> modeling(any).confident(level))
                    .hasMessage("a confidence level must be between 0 and 1, found " + level);
    }

    /// Terms below a fraction bar would be infinite at 1, so that their logarithms are left out;
    /// those of growing terms are not.
    @Test
    void logarithmsGrowAmongFallingTermsAlsoFromOneOn() {
        Ensemble runs = points("1 2 4 8 16", "3 5 7 9 11");
        assertThat(modeling(runs).as(Form.FALLING).on(runs).models().getFirst().text())
                .endsWith(" * log2(ranks)^(1)");
    }

    @Test
    void runsWithoutANumberAreNotMissing() {
        Ensemble runs =
                Generated.table(
                        """
                        ranks | f
                        1     | 3
                        2     | 5
                        4     | 9
                        8     | 17
                        16    | 33
                        16    | NaN
                        many  | 7
                        """);
        assertThat(model(runs).missing()).isEqualTo(1);
    }

    /// Each parameter changes alone, but only once at a time.
    @Test
    void linesOfTwoPointsAreEnough() {
        Ensemble stairs =
                Generated.table(
                        """
                        ranks size | f
                        1     10   | 11
                        2     10   | 12
                        2     20   | 22
                        4     20   | 24
                        4     30   | 34
                        8     30   | 38
                        8     40   | 48
                        16    40   | 56
                        16    50   | 66
                        """);
        assertThat(Modeling.of(stairs.metric("time"), "ranks", "size").on(stairs).models())
                .hasSize(1);
    }
}
