package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.model.Generated.modeling;
import static treeline.scaling.model.Generated.table;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.scaling.search.Form;
import treeline.scaling.search.GoodnessOfFit;
import treeline.table.Table;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

class ModelResultTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    /// Main takes 5 s itself, `solve` about 2 s a rank and `io` about 60 s over the number of
    /// ranks; 4 ranks ran twice, and once `io` was not measured.
    private static final Ensemble RUNS =
            table(
                    """
                    ranks | main  main/solve main/io
                    1     | 67.5  2          60.5
                    2     | 38.6  4.1        29.5
                    4     | 28.2  7.8        15.4
                    4     | 28.4  8.0        NaN
                    8     | 28.4  16.3       7.1
                    16    | 40.6  31.9       3.7
                    """);

    private final ModelResult models = modeling(RUNS).on(RUNS);
    private final Table at32 = models.predictions(32);

    private int row(String path) {
        return IntStream.range(0, at32.rows())
                .filter(row -> at32.text("path").text(row).equals(path))
                .findFirst()
                .orElseThrow();
    }

    private double real(String column, String path) {
        return at32.real(column).at(row(path));
    }

    @Test
    void theTableHasThePredictionOfEachNode() {
        assertThat(at32.rows()).isEqualTo(3);
        assertThat(IntStream.range(0, 3).mapToObj(at32.text("path")::text))
                .containsExactly("main", "main/solve", "main/io");
        for (NodeModel model : models.models()) {
            String path = model.path();
            var prediction = models.prediction(model.node(), 32).orElseThrow();
            assertThat(at32.whole("node").at(row(path))).isEqualTo(model.node());
            assertThat(at32.text("model").text(row(path))).isEqualTo(model.text());
            assertThat(real("predicted", path)).isEqualTo(prediction.value());
            assertThat(real("lower", path)).isEqualTo(prediction.lower());
            assertThat(real("upper", path)).isEqualTo(prediction.upper());
            assertThat(real("measured", path)).isEqualTo(model.measured(16));
            assertThat(real("at_largest", path)).isEqualTo(models.totals(16)[model.node()]);
            assertThat(real("growth", path))
                    .isCloseTo(
                            models.totals(32)[model.node()] / models.totals(16)[model.node()],
                            CLOSE);
            assertThat(real("error", path)).isEqualTo(models.error(model.node())).isPositive();
        }
        assertThat(real("measured", "main/io")).isEqualTo(3.7);
    }

    @Test
    void theTableSaysHowWellTheFunctionFits() {
        for (NodeModel model : models.models()) {
            String path = model.path();
            GoodnessOfFit quality = model.quality();
            assertThat(real("smape", path)).isEqualTo(quality.smape()).isPositive();
            assertThat(real("rss", path)).isEqualTo(quality.rss()).isPositive();
            assertThat(real("r2", path)).isEqualTo(quality.r2());
            assertThat(real("adjusted_r2", path)).isEqualTo(quality.adjustedR2());
            assertThat(real("leave_one_out", path)).isEqualTo(quality.leaveOneOut()).isPositive();
            assertThat(real("backtest", path))
                    .isEqualTo(models.backtest(model.node()).orElseThrow().error())
                    .isNotZero();
            assertThat(at32.text("form").text(row(path)))
                    .isEqualTo(model.form().name().toLowerCase(Locale.ROOT));
            assertThat(at32.text("reason").text(row(path))).isEqualTo(model.reason());
        }
        assertThat(at32.text("form").text(row("main/io"))).isEqualTo("total");
    }

    @Test
    void theTableCountsPointsSamplesAndMissingValues() {
        assertThat(at32.whole("points").at(row("main"))).isEqualTo(5);
        assertThat(at32.whole("samples").at(row("main"))).isEqualTo(6);
        assertThat(at32.whole("missing").at(row("main"))).isZero();
        assertThat(at32.whole("samples").at(row("main/io"))).isEqualTo(5);
        assertThat(at32.whole("missing").at(row("main/io"))).isEqualTo(1);
    }

    @Test
    void theBasisIsTheModelOrTheCallees() {
        assertThat(at32.text("basis").text(row("main/solve"))).isEqualTo("model");
        assertThat(at32.text("basis").text(row("main")))
                .isEqualTo(models.isSum(0) ? "callees" : "model");
        assertThat(sum.isSum(0)).isTrue();
        assertThat(sum.predictions(32).text("basis").text(0)).isEqualTo("callees");
    }

    /// Main alone looks constant up to 16 ranks, as what falls and what grows add up to.
    private static final Ensemble TURNING =
            table(
                    """
                    ranks | main main/falls main/grows
                    1     | 34   32         2
                    2     | 20   16         4
                    4     | 16   8          8
                    8     | 20   4          16
                    16    | 34   2          32
                    """);

    private final ModelResult sum = modeling(TURNING).on(TURNING);

    private static String shortText(ModelResult models, int node, double at) {
        return models.shortText(
                models.of(node).orElseThrow(),
                number -> String.format(Locale.ROOT, "%.3g", number),
                at);
    }

    @Test
    void aFunctionThatIsNotThePredictionIsNotShown() {
        assertThat(sum.of(0).orElseThrow().expected(4096))
                .isNotCloseTo(sum.totals(4096)[0], within(0.01 * sum.totals(4096)[0]));
        assertThat(shortText(sum, 0, 4096)).isEqualTo("sum over callees");
        assertThat(shortText(sum, 2, 4096)).endsWith("2.00 * ranks");
    }

    /// 5 + 2 p is both the function and the sum.
    @Test
    void aFunctionThatIsThePredictionIsShown() {
        Ensemble runs =
                table(
                        """
                        ranks | main main/solve
                        1     | 7    2
                        2     | 9    4
                        4     | 13   8
                        8     | 21   16
                        16    | 37   32
                        """);
        ModelResult models = modeling(runs).on(runs);
        assertThat(models.isSum(0)).isTrue();
        assertThat(shortText(models, 0, 64)).isEqualTo("5.00 + 2.00 * ranks");
    }

    /// `main` was measured up to 16 ranks and `late` from 4 to 64.
    private static final Ensemble RANGES =
            table(
                    """
                    ranks size | main late
                    1     10   | 1    NaN
                    2     10   | 2    NaN
                    4     10   | 4    4
                    8     10   | 8    8
                    16    10   | 16   16
                    32    10   | NaN  32
                    64    10   | NaN  64
                    """);

    @Test
    void aSettingIsAsFarAsFromTheNodeThatIsNearest() {
        ModelResult models = modeling(RANGES).on(RANGES);
        assertThat(models.beyond(64)).isEqualTo(1);
        assertThat(models.beyond(128)).isEqualTo(2);
        assertThat(models.beyond(0.5)).isEqualTo(2);
        assertThat(models.beyond(8)).isEqualTo(1);
        assertThat(models.largestMeasured()).containsExactly(64);
        assertThat(models.defaultPoint()).containsExactly(256);
    }

    @Test
    void onlyTheFirstParameterIsExtrapolatedUnlessAskedFor() {
        Ensemble grid = Generated.runs((p, q) -> 2 + p + 3 * q, 0, 1);
        ModelResult models =
                Modeling.of(grid.metric("time"), "ranks", "size").as(Form.MEASURED).on(grid);
        assertThat(models.largestMeasured()).containsExactly(64, 50);
        assertThat(models.defaultPoint()).containsExactly(256, 50);
        assertThat(models.beyond(64, 200)).isEqualTo(4);
    }

    @Test
    void withoutModelsNothingWasMeasured() {
        Ensemble few = table("ranks | main\n1 | 1\n2 | 2\n4 | 3");
        ModelResult models = modeling(few).on(few);
        assertThat(models.beyond(64)).isEqualTo(1);
        assertThat(models.of(0)).isEmpty();
        assertThatThrownBy(models::requireModels)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a model needs 5 values of each parameter; nodes have at most 3 of ranks");
    }

    @Test
    void modelsAreRequiredOfSomeNodeOnly() {
        assertThatCode(models::requireModels).doesNotThrowAnyException();
    }

    @Test
    void whichParameterHasTooFewValuesIsSaid() {
        Ensemble grid =
                table(
                        """
                        ranks size | main main/io
                        1     10   | 1    1
                        2     10   | 2    -
                        4     10   | 4    4
                        1     20   | 2    2
                        2     20   | 4    4
                        4     20   | 8    8
                        """);
        assertThatThrownBy(
                        () ->
                                Modeling.of(grid.metric("time"), "ranks", "size")
                                        .on(grid)
                                        .requireModels())
                .hasMessage(
                        "a model needs 5 values of each parameter; nodes have at most 3 of ranks,"
                                + " 2 of size");
    }

    @Test
    void parametersThatChangeTogetherAreNamed() {
        Ensemble together =
                table(
                        """
                        ranks size | main
                        1     10   | 1
                        2     20   | 2
                        4     40   | 3
                        8     80   | 4
                        16    160  | 5
                        """);
        ModelResult models = Modeling.of(together.metric("time"), "ranks", "size").on(together);
        assertThatThrownBy(models::requireModels)
                .hasMessage(
                        "ranks and size change together: a model needs runs in which one parameter"
                                + " changes and the others are constant");
    }

    @Test
    void predictionsNeedOnePositiveNumberPerParameter() {
        for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
            for (var ask :
                    List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
                            () -> models.totals(wrong),
                            () -> models.prediction(0, wrong),
                            () -> models.predictions(wrong),
                            () -> models.plots(models.models(), 0, wrong)))
                assertThatThrownBy(ask)
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("prediction parameters must be positive, found " + wrong);
        assertThatThrownBy(() -> models.totals(1, 2))
                .hasMessage("expected a number for each of [ranks], found 2");
    }

    @Test
    void resultsKnowTheirRequest() {
        assertThat(models.modeling()).isEqualTo(modeling(RUNS));
        assertThat(models.of(2).orElseThrow().path()).isEqualTo("main/io");
        assertThat(models.of(3)).isEmpty();
        assertThat(models.own().modeling().metric().scope())
                .isEqualTo(treeline.model.Metric.Scope.EXCLUSIVE);
    }

    /// The function of main and the sum differ by less than 1 %.
    @Test
    void aFunctionThatIsAlmostThePredictionIsShown() {
        Ensemble runs =
                table(
                        """
                        ranks | main  main/solve
                        1     | 7.01  2.0
                        2     | 9.0   4.01
                        4     | 12.98 7.99
                        8     | 21.03 16.02
                        16    | 37.02 31.98
                        """);
        ModelResult near = modeling(runs).on(runs);
        double sum = near.totals(64)[0];
        assertThat(near.isSum(0)).isTrue();
        assertThat(Math.abs(near.of(0).orElseThrow().expected(64) / sum - 1))
                .isBetween(1e-4, 0.009);
        assertThat(shortText(near, 0, 64)).endsWith(" * ranks");
    }
}
