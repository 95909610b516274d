package treeline.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.ensemble.Ensemble;

import java.util.function.DoubleUnaryOperator;

/// Intervals of 95 % hold the truth four times beyond what was measured, on data of known truth
/// with noise, be the truth among the terms of the search or not.
class IntervalCoverageTest {
    private static final int DATASETS = 60;

    private static DoubleUnaryOperator truth(String name) {
        return switch (name) {
            case "log" -> p -> 3 + 2 * Math.log(p);
            case "root" -> p -> 3 + 0.5 * Math.sqrt(p);
            case "linear" -> p -> 1 + 0.1 * p;
            case "two terms" -> p -> 1 + Math.log(p) + 0.01 * p;
            case "constant" -> p -> 10;
            case "Amdahl" -> p -> 100 / p + 0.5;
            case "Amdahl with communication" -> p -> 100 / p + 0.02 * Math.sqrt(p);
            case "perfect" -> p -> 100 / p;
            case "slow fall" -> p -> 50 * Math.pow(p, -0.4);
            default -> throw new IllegalArgumentException(name);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "log, 0.02",
        "log, 0.1",
        "root, 0.05",
        "linear, 0.05",
        "two terms, 0.05",
        "constant, 0.05",
        "Amdahl, 0.02",
        "Amdahl, 0.1",
        "Amdahl with communication, 0.05",
        "perfect, 0.05",
        "slow fall, 0.05"
    })
    void intervalsHoldTheTruth(String name, double noise) {
        DoubleUnaryOperator truth = truth(name);
        int held = 0;
        for (long seed = 0; seed < DATASETS; seed++) {
            Ensemble runs = Generated.runs(truth, noise, 1, seed);
            if (Generated.model(runs).at(1024).holds(truth.applyAsDouble(1024))) held++;
        }
        System.out.println(name + " " + noise + " " + held);
        assertThat(held).isGreaterThanOrEqualTo(DATASETS * 85 / 100);
    }
}
