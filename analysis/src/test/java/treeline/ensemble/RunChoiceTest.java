package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import java.util.List;

/// Runs that are left out before anything is computed: copies, those that lack a node, outliers.
class RunChoiceTest {
    @Test
    void ofRunsThatAgreeTheFirstStays() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=4 size=1", "main=1"),
                                run("b", "ranks=4 size=2", "main=1"),
                                run("c", "ranks=4.0 size=1", "main=1"),
                                run("d", "size=1", "main=1"),
                                run("e", "size=1", "main=1")));
        assertThat(runs.distinct("ranks", "size").keys()).containsExactly("a", "b", "d");
        assertThat(runs.distinct("size").keys()).containsExactly("a", "b");
        assertThatThrownBy(() -> runs.distinct("procs"))
                .hasMessage("no run has the metadata 'procs'; available: [ranks, size]");
    }

    @Test
    void runsWithoutAValueAtANodeAreLeftOut() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "", "main=1", "main/io=2"),
                                run("b", "", "main=1"),
                                run("c", "", "main=1", "main/io=-")));
        int io = runs.tree().at("main/io");
        assertThat(runs.complete(runs.metric("time"), node -> node == io).keys())
                .containsExactly("a");
        assertThat(runs.complete(runs.metric("time"), _ -> false).keys())
                .containsExactly("a", "b", "c");
    }

    @Test
    void whereEveryRunLacksANodeNoneIsLeft() {
        Ensemble runs =
                Ensemble.of(List.of(run("a", "", "main=1", "x=1"), run("b", "", "main=1", "y=1")));
        assertThatThrownBy(() -> runs.complete(runs.metric("time"), _ -> true))
                .hasMessage("none of the 2 runs matches");
    }

    @Test
    void outliersAreThoseOfTheirOwnGroup() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=1", "main=100"),
                                run("b", "ranks=1", "main=101"),
                                run("c", "ranks=1", "main=102"),
                                run("d", "ranks=1", "main=103"),
                                run("far", "ranks=1", "main=10"),
                                run("e", "ranks=9", "main=10"),
                                run("f", "ranks=9", "main=11"),
                                run("none", "ranks=9", "other=1")));
        int main = runs.tree().at("main");
        assertThat(runs.withoutOutliers(runs.metric("time"), main, "ranks").keys())
                .containsExactly("a", "b", "c", "d", "e", "f", "none");
    }

    /// Quartiles 1 and 3: fences are at -2 and 6.
    @Test
    void aRunOnTheFenceStays() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "x=1", "main=0"),
                                run("b", "x=1", "main=1"),
                                run("c", "x=1", "main=2"),
                                run("d", "x=1", "main=3"),
                                run("e", "x=1", "main=6")));
        assertThat(runs.withoutOutliers(runs.metric("time"), 0, "x").runs()).isEqualTo(5);
    }
}
