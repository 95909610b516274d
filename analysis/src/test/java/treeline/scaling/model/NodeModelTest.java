package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.model.Generated.model;
import static treeline.scaling.model.Generated.modeling;
import static treeline.scaling.model.Generated.points;

import org.junit.jupiter.api.Test;

import treeline.ensemble.Ensemble;
import treeline.scaling.search.Backtest;
import treeline.scaling.search.Fitted;
import treeline.scaling.search.Form;
import treeline.scaling.search.Points;
import treeline.scaling.search.Prediction;
import treeline.scaling.search.SearchSettings;
import treeline.scaling.search.SearchSpace;
import treeline.scaling.search.Searches;

import java.util.List;
import java.util.Optional;

class NodeModelTest {
    /// Called from 2 to 32 ranks, and neither by one rank nor by 64.
    @Test
    void aNodeIsAbsentFromTheRunsThatDoNotCallItOn() {
        Ensemble runs =
                Generated.table(
                        """
                        ranks | main f
                        1     | 1    -
                        2     | 1    3
                        4     | 1    5
                        8     | 1    9
                        16    | 1    17
                        32    | 1    33
                        64    | 1    -
                        """);
        NodeModel model = modeling(runs).on(runs).of(1).orElseThrow();
        for (double at : new double[] {0.5, 1, 64, 128}) {
            assertThat(model.isAbsent(at)).isTrue();
            assertThat(model.expected(at)).isZero();
            assertThat(model.at(at)).isEqualTo(Prediction.ZERO);
        }
        for (double at : new double[] {1.5, 2, 3, 32, 63}) {
            assertThat(model.isAbsent(at)).isFalse();
            assertThat(model.expected(at)).isCloseTo(1 + at, within(1e-9));
            assertThat(model.at(at).value()).isCloseTo(1 + at, within(1e-9));
        }
    }

    /// The largest run took four times what the others predict, far outside of the interval. By as
    /// large a share of their lengths, intervals of all levels are longer.
    @Test
    void intervalsAreWiderIfTheLargestRunWasNotPredicted() {
        Ensemble runs = points("2 4 8 16 32 64", "2.1 3.9 8.2 15.7 32.3 128");
        for (double level : new double[] {0.5, 0.95}) {
            NodeModel model = modeling(runs).confident(level).on(runs).models().getFirst();
            Fitted fitted = fitted(model, level);
            Fitted usual = fitted(model, Modeling.DEFAULT_LEVEL);
            Searches searches = searches(model, level);
            Backtest test = usual.backtest(usual.beforeLargest(searches).orElseThrow());
            assertThat(test.miss()).isGreaterThan(1).isLessThan(2);
            assertThat(model.at(100)).isEqualTo(fitted.widened(test.miss(), 100));
            assertThat(model.backtest())
                    .contains(fitted.backtest(fitted.beforeLargest(searches).orElseThrow()));
        }
    }

    private static SearchSettings settings(double level) {
        return new SearchSettings(
                List.of("ranks"), Optional.empty(), level, SearchSpace.FINITE_FALLING);
    }

    private static Searches searches(NodeModel model, double level) {
        return Searches.of(Points.of(model.points()), settings(level));
    }

    private static Fitted fitted(NodeModel model, double level) {
        return Fitted.of(
                Points.of(model.points()), settings(level), searches(model, level).whole());
    }

    @Test
    void aModelKnowsItsNodeItsPointsAndTheErrorsOfOtherForms() {
        Ensemble runs = points("2 4 8 16 32", "50 26 14 8 5");
        NodeModel model = model(runs);
        assertThat(model.node()).isZero();
        assertThat(model.path()).isEqualTo("f");
        assertThat(model.measured(8)).isEqualTo(14);
        assertThat(model.measured(9)).isNaN();
        assertThat(model.errorsOfForms()).containsOnlyKeys(Form.values());
        assertThat(model.largest()).containsExactly(32);
    }

    /// `f` is not called by 2 ranks of size 50 nor by 32 of size 10, within its range, and not by 1
    /// or 64 ranks, outside.
    @Test
    void aNodeIsAbsentBeyondASettingOnlyIfThatIsOutsideOfItsRange() {
        var drawn = new StringBuilder("ranks size | main f\n1 10 | 1 -\n64 10 | 1 -\n");
        for (int p : new int[] {2, 4, 8, 16, 32})
            for (int q : new int[] {10, 20, 30, 40, 50}) {
                boolean isAbsent = (p == 2 && q == 50) || (p == 32 && q == 10);
                drawn.append("%d %d | 1 %s%n".formatted(p, q, isAbsent ? "-" : p + q));
            }
        Ensemble runs = Generated.table(drawn.toString());
        NodeModel model =
                Modeling.of(runs.metric("time"), "ranks", "size").on(runs).of(1).orElseThrow();
        assertThat(model.isAbsent(2, 50)).isTrue();
        assertThat(model.isAbsent(32, 10)).isTrue();
        assertThat(model.isAbsent(2, 20)).isFalse();
        assertThat(model.isAbsent(32, 20)).isFalse();
        assertThat(model.isAbsent(4, 10)).isFalse();
        assertThat(model.isAbsent(4, 50)).isFalse();
        assertThat(model.isAbsent(1, 20)).isTrue();
        assertThat(model.isAbsent(64, 20)).isTrue();
    }
}
