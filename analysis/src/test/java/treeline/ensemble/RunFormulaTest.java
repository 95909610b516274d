package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;

import java.util.List;

/// Metrics computed from others and from what is known of the runs.
class RunFormulaTest {
    private final Ensemble runs =
            Ensemble.of(
                    List.of(
                            run("a", "ranks=4 size=2 time=99 compiler=gcc", "main=8", "main/io=2"),
                            run("b", "ranks=8 compiler=clang", "main=4")));

    private double at(Ensemble ensemble, String metric, int run, String path) {
        return ensemble.at(ensemble.metric(metric), run, ensemble.tree().at(path));
    }

    @Test
    void numbersOfTheMetadataStandInFormulas() {
        Ensemble costs = runs.with("cost", "time * ranks");
        assertThat(at(costs, "cost", 0, "main")).isEqualTo(32);
        assertThat(at(costs, "cost", 0, "main/io")).isEqualTo(8);
        assertThat(at(costs, "cost", 1, "main")).isEqualTo(32);
        assertThat(at(costs, "cost", 1, "main/io")).isNaN();
        assertThat(costs.metric("cost"))
                .isEqualTo(new Metric("cost", runs.metric("time").unit(), Metric.Scope.INCLUSIVE));
    }

    @Test
    void aRunWithoutTheNumberHasNoValue() {
        Ensemble relative = runs.with("relative", "time * ranks / size");
        assertThat(at(relative, "relative", 0, "main")).isEqualTo(16);
        assertThat(at(relative, "relative", 1, "main")).isNaN();
    }

    @Test
    void metricsGoBeforeMetadataOfTheSameName() {
        assertThat(at(runs.with("twice", "2 * time"), "twice", 0, "main")).isEqualTo(16);
    }

    @Test
    void numbersThatAreWrittenAsTextAreNumbers() {
        Ensemble written = Ensemble.of(List.of(run("a", "ranks=4e0", "main=8")));
        assertThat(at(written.with("cost", "time * ranks"), "cost", 0, "main")).isEqualTo(32);
    }

    @Test
    void namesThatNothingHasAreRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> runs.with("x", "time * compiler"))
                .hasMessage(
                        """
                        invalid formula, expected a metric (time) or numeric metadata (ranks, size, time):
                          time * compiler
                                 ^\
                        """);
        assertThatThrownBy(() -> runs.with("x", "ranks * size"))
                .hasMessage(
                        "the formula contains no metric, so it has no value at any node: ranks *"
                                + " size");
        assertThatThrownBy(() -> runs.with("time", "2 * time"))
                .hasMessage("metric 'time' already exists");
    }

    @Test
    void groupsOfAnyLabelCompareWithDifferentMetrics() {
        Ensemble cpu = Ensemble.of(List.of(run("a", "size=1", "main=8")));
        Ensemble gpu =
                Ensemble.of(List.of(run("b", "size=1", "main=2")))
                        .with("Avg time/rank", "time * 1");
        Ensemble both = new EnsembleJoin().add("Base Seq", cpu).add("GPU \"x\"", gpu).by("size");
        for (String formula :
                List.of(
                        "\"Base Seq\".time / 'GPU \"x\"'.time",
                        "\"Base Seq.time\" / 'GPU \"x\".time'",
                        "'Base Seq'.time / 'GPU \"x\".Avg time/rank'",
                        "\"Base Seq\".\"time\" / 'GPU \"x\"'.\"Avg time/rank\""))
            assertThat(at(both.with("speedup", formula), "speedup", 0, "main"))
                    .as(formula)
                    .isEqualTo(4);
        assertThat(at(both.with("half", "\"Base Seq\".time / (2 * size)"), "half", 0, "main"))
                .isEqualTo(4);
        assertThatThrownBy(() -> both.with("x", "\"Base Seq\".time / \"GPU"))
                .hasMessageContaining("expected a closing '\"'");
    }
}
