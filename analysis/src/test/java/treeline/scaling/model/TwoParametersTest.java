package treeline.scaling.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.ensemble.Ensemble;
import treeline.ensemble.Run;
import treeline.scaling.search.Prediction;
import treeline.scaling.search.ScalingFunction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;

/// How often the right terms of two parameters are found at modest noise, and designs that are no
/// full grid.
class TwoParametersTest {
    private static final int DATASETS = 40;

    private static double log2(double x) {
        return Math.log(x) / Math.log(2);
    }

    private static DoubleBinaryOperator truth(String kind) {
        return switch (kind) {
            case "product" -> (p, q) -> 2 + 0.5 * p * q;
            case "sum" -> (p, q) -> 2 + 3 * p + 0.25 * q * q;
            case "cross term" -> (p, q) -> 1 + 2 * p + 0.5 * p * q;
            case "logarithm" -> (p, q) -> 2 + 0.5 * log2(p) * q;
            case "one parameter" -> (p, q) -> 1 + 0.5 * q;
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static NodeModel model(Ensemble runs) {
        return Modeling.of(runs.metric("time"), "ranks", "size").on(runs).models().getFirst();
    }

    /// Predictions within a tenth, at twice the largest values of both.
    @ParameterizedTest
    @CsvSource({
        "product, 0.01, 36",
        "sum, 0.01, 36",
        "cross term, 0.01, 36",
        "logarithm, 0.01, 36",
        "product, 0.03, 30",
        "sum, 0.03, 28"
    })
    void predictionsAreNearTheTruth(String kind, double noise, int least) {
        int near = 0;
        int held = 0;
        for (long seed = 500; seed < 500 + DATASETS; seed++) {
            NodeModel model = model(Generated.runs(truth(kind), noise, seed));
            double expected = truth(kind).applyAsDouble(128, 100);
            Prediction predicted = model.at(128, 100);
            if (Math.abs(predicted.value() / expected - 1) < 0.1) near++;
            if (predicted.holds(expected)) held++;
        }
        assertThat(near).isGreaterThanOrEqualTo(least);
        assertThat(held).isGreaterThanOrEqualTo(DATASETS * 85 / 100);
    }

    /// All terms with their exponents and no other, which is seldom: several functions are as near
    /// to points with noise as the truth. Of 400 other random seeds it was 49, 171, 237, 82 and
    /// 263.
    @ParameterizedTest
    @CsvSource({
        "product, c + c * p * q, 8",
        "sum, c + c * p + c * q^2, 18",
        "cross term, c + c * p + c * p * q, 24",
        "logarithm, c + c * log2(p) * q, 7",
        "one parameter, c + c * q, 23"
    })
    void someModelsHaveExactlyTheTermsOfTheTruth(String kind, String terms, int least) {
        int right = 0;
        for (long seed = 500; seed < 500 + DATASETS; seed++) {
            ScalingFunction function = model(Generated.runs(truth(kind), 0.01, seed)).function();
            if (function.shortText(List.of("p", "q"), _ -> "c").equals(terms)) right++;
        }
        assertThat(right).isGreaterThanOrEqualTo(least);
    }

    /// The other parameter matters to neither.
    @Test
    void onlyTheParametersThatMatterHaveTerms() {
        int right = 0;
        for (long seed = 500; seed < 500 + DATASETS; seed++) {
            ScalingFunction function =
                    model(Generated.runs(truth("one parameter"), 0.01, seed)).function();
            boolean only =
                    function.terms().stream()
                            .flatMap(term -> term.factors().stream())
                            .allMatch(factor -> factor.parameter() == 1);
            if (only && !function.isConstant()) right++;
        }
        assertThat(right).isGreaterThanOrEqualTo(28);
    }

    /// One line for each parameter, which meet at the smallest values of both.
    private static Ensemble lines(DoubleBinaryOperator truth) {
        List<Run> runs = new ArrayList<>();
        for (int p : new int[] {4, 8, 16, 32, 64}) runs.add(one(truth, p, 10));
        for (int q : new int[] {20, 30, 40, 50}) runs.add(one(truth, 4, q));
        return Ensemble.of(runs);
    }

    private static Run one(DoubleBinaryOperator truth, int p, int q) {
        return run(
                "%d-%d".formatted(p, q),
                "ranks=%d size=%d".formatted(p, q),
                "f=" + truth.applyAsDouble(p, q));
    }

    @Test
    void oneLinePerParameterIsEnoughForSums() {
        NodeModel model = model(lines(truth("sum")));
        assertThat(model.at(128, 100).value())
                .isCloseTo(truth("sum").applyAsDouble(128, 100), within(1e-6));
    }

    /// Parameters that change together cannot be told apart.
    @Test
    void parametersThatChangeTogetherHaveNoModel() {
        List<Run> runs = new ArrayList<>();
        for (int p : new int[] {4, 8, 16, 32, 64})
            runs.add(run("p" + p, "ranks=%d size=%d".formatted(p, 10 * p), "f=" + 2 * p));
        Ensemble together = Ensemble.of(runs);
        ModelResult result = Modeling.of(together.metric("time"), "ranks", "size").on(together);
        assertThat(result.models()).isEmpty();
        assertThat(result.refused().rows()).isEqualTo(1);
    }
}
