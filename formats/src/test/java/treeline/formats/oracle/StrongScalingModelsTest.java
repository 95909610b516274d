package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.scaling.Backtest;
import treeline.scaling.Form;
import treeline.scaling.ModelResult;
import treeline.scaling.Modeling;
import treeline.scaling.NodeModel;

import java.io.IOException;
import java.util.Objects;

/// Real strong scaling, LULESH on 8 to 343 ranks with five repetitions: Extra-P's default predicts
/// 0.09 s at 512 ranks where 343 ranks take 4.8 s.
class StrongScalingModelsTest {

    private static ModelResult models(Modeling... asked) throws IOException {
        var run = ThicketRun.of("lulesh_strong");
        Metric metric = Objects.requireNonNull(run.metric("Avg time/rank"));
        Modeling modeling =
                asked.length > 0 ? asked[0].withMetric(metric) : Modeling.of(metric, "jobsize");
        return modeling.on(run.ensemble());
    }

    private static NodeModel main(ModelResult models) {
        return models.models().stream()
                .filter(model -> model.path().equals("main"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void timesThatFallAreModelledTimesTheRanks() throws IOException {
        NodeModel main = main(models());
        assertThat(main.form()).isEqualTo(Form.TOTAL);
        assertThat(main.reason())
                .isEqualTo(
                        "values fall with jobsize; errors of points predicted from the others:"
                            + " times jobsize 15.3 %, falling terms 19.5 %, growing terms 32.6 %");
        assertThat(main.at(512).value()).isCloseTo(3.41, within(0.01));
        assertThat(main.at(512).beyond()).isCloseTo(512.0 / 343, within(1e-12));
    }

    /// Less often than 95 %: nodes of one run are slow together, and a backtest has one point less.
    @Test
    void theIntervalMostlyHoldsTheLargestRunThatWasLeftOut() throws IOException {
        ModelResult models = models();
        assertThat(models.models()).hasSize(32);
        assertThat(models.models())
                .filteredOn(model -> model.backtest().map(Backtest::holds).orElse(false))
                .hasSize(28);
        Backtest main = main(models).backtest().orElseThrow();
        assertThat(main.at().at(0)).isEqualTo(343);
        assertThat(main.measured()).isCloseTo(4.7735, within(1e-3));
        assertThat(main.error()).isCloseTo(-0.204, within(1e-3));
        assertThat(main.predicted().lower()).isGreaterThan(main.measured() / 2);
        assertThat(main.predicted().upper()).isLessThan(main.measured() * 2);
    }

    /// In the median node, from 216 ranks to 343.
    @Test
    void theChosenFormPredictsThreeTimesBetterThanThePeersDefault() throws IOException {
        Metric any = Objects.requireNonNull(ThicketRun.of("lulesh_strong").metric("Avg time/rank"));
        assertThat(medianError(models())).isLessThan(0.28);
        assertThat(medianError(models(Modeling.of(any, "jobsize").as(Form.MEASURED))))
                .isGreaterThan(0.85);
    }

    private static double medianError(ModelResult models) {
        double[] errors =
                models.models().stream()
                        .mapToDouble(model -> Math.abs(model.backtest().orElseThrow().error()))
                        .sorted()
                        .toArray();
        return errors[errors.length / 2];
    }
}
