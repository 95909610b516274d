package treeline.formats.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;
import treeline.scaling.model.NodeModel;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Form;
import treeline.scaling.search.MeasuredPoint;
import treeline.scaling.search.Prediction;

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
                        "values decrease with jobsize; leave-one-out error: 15.3 % (values x"
                            + " jobsize), 19.5 % (decreasing terms), 32.6 % (increasing terms)");
        assertThat(main.at(512).value()).isCloseTo(3.41, within(0.01));
        assertThat(main.at(512).beyond()).isCloseTo(512.0 / 343, within(1e-12));
    }

    /// 95 % promised: 31 of 32 nodes.
    @Test
    void theIntervalHoldsTheLargestRunThatWasLeftOut() throws IOException {
        ModelResult models = models();
        assertThat(models.models()).hasSize(32);
        assertThat(models.models())
                .filteredOn(
                        model -> models.backtest(model.node()).map(Backtest::holds).orElse(false))
                .hasSize(31);
        Backtest main = models.backtest(main(models).node()).orElseThrow();
        assertThat(main.at().at(0)).isEqualTo(343);
        assertThat(main.measured()).isCloseTo(4.7735, within(1e-3));
        assertThat(main.error()).isCloseTo(-0.163, within(1e-3));
        assertThat(main.predicted().lower()).isGreaterThan(main.measured() / 4);
        assertThat(main.predicted().upper()).isLessThan(main.measured() * 2);
    }

    /// Once the sum of the callees was printed, 80 % off the measurement and next to the error of
    /// another model.
    @Test
    void predictionsAtMeasuredPointsAreNearTheMeasurements() throws IOException {
        ModelResult models = models();
        NodeModel main = main(models);
        for (MeasuredPoint point : main.points()) {
            Prediction prediction =
                    models.prediction(main.node(), point.at().toArray()).orElseThrow();
            assertThat(prediction.value()).isCloseTo(point.value(), withinPercentage(25));
            assertThat(prediction.holds(point.value())).isTrue();
            assertThat(prediction.value())
                    .isStrictlyBetween(prediction.lower(), prediction.upper());
        }
        assertThat(models.totals(8)[main.node()]).isCloseTo(28.1, within(0.5));
        assertThat(models.error(main.node())).isLessThan(main.quality().leaveOneOut());
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
