package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.ensemble.statistics.Pivot;
import treeline.query.ContextQuantifier;
import treeline.query.Query;
import treeline.scaling.Scaling;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Table;

import java.util.List;

/// What goes wrong in Thicket and Chopper must not go wrong here: a small case of each defect that
/// was found by running them.
class PeerDefectsTest {
    private static double time(Ensemble ensemble, int run, String path) {
        return ensemble.at(ensemble.metric("time"), run, ensemble.tree().at(path));
    }

    /// Thicket takes `Avg time/rank` for exclusive and adds it up again over what a filter left.
    @Test
    void inclusiveValuesAreNotCountedTwiceAfterAFilter() {
        Ensemble runs = Ensemble.of(List.of(run("a", "", "main=9", "main/x=8", "main/x/y=7")));
        Ensemble fewer = runs.keeping(node -> node != runs.tree().at("main/x"));
        assertEquals(9, time(fewer, 0, "main"));
        assertEquals(7, time(fewer, 0, "main/y"));
        assertThat(fewer.metrics()).hasSize(1);
    }

    /// Thicket pairs all runs with the distinct rank counts in the order of a hash set.
    @Test
    void repeatedRunsStayWithTheirRankCount() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run("a", "ranks=64", "main=2"),
                                run("b", "ranks=8", "main=10"),
                                run("c", "ranks=64", "main=4"),
                                run("d", "ranks=8", "main=14")));
        Ensemble means = runs.aggregated(Statistic.MEAN, "ranks");
        assertThat(means.keys()).containsExactly("8", "64");
        assertEquals(12, time(means, 0, "main"));
        assertEquals(3, time(means, 1, "main"));
        Table speedup =
                Scaling.of(Scaling.Kind.SPEEDUP, runs.metric("time"), "ranks").on(runs).table();
        assertEquals(4, speedup.real("64").at(0));
    }

    /// Thicket raises a TypeError or NameError where a run lacks a node.
    @Test
    void queriesWorkWhereTreesDiffer() {
        Ensemble runs =
                Ensemble.of(List.of(run("a", "", "main=9", "main/io=2"), run("b", "", "main=3")));
        Query slow = Query.parse("MATCH (p) WHERE p.\"time\" > 1 AND p.\"name\" =~ \"io\"");
        for (ContextQuantifier across : ContextQuantifier.values())
            assertThat(runs.matching(slow, across).tree().size()).as("%s", across).isEqualTo(1);
    }

    /// In a rank that did not run a node it took 0; a run that lacks it says nothing.
    @Test
    void aRunWithoutANodeNeitherFulfilsNorFailsAComparison() {
        Ensemble runs =
                Ensemble.of(List.of(run("a", "", "main=9", "main/io=4"), run("b", "", "main=3")));
        assertThat(found(runs, "MEAN p.\"time\" = 4")).containsExactly("main/io");
        assertThat(found(runs, "ALL p.\"time\" > 3")).containsExactly("main/io");
        assertThat(found(runs, "ANY p.\"time\" > 3")).containsExactly("main", "main/io");
        assertThat(found(runs, "ANY p.\"time\" < 3")).isEmpty();
    }

    private static List<String> found(Ensemble runs, String condition) {
        return Query.parse("MATCH (p) WHERE " + condition)
                .onRuns(runs.profile(), ContextQuantifier.MEAN, treeline.query.Matching.ALL)
                .stream()
                .mapToObj(node -> String.join("/", runs.tree().path(node)))
                .toList();
    }

    /// Thicket finds nothing in the intersection of ensembles beside each other.
    @Test
    void theIntersectionOfEnsemblesBesideEachOtherIsWhatAllHave() {
        Ensemble cpu = Ensemble.of(List.of(run("a", "size=1", "main=9", "main/sort=2")));
        Ensemble gpu = Ensemble.of(List.of(run("b", "size=1", "main=3", "main/copy=1")));
        Ensemble both =
                new EnsembleJoin().add("cpu", cpu).add("gpu", gpu).intersection().by("size");
        assertThat(both.tree().size()).isEqualTo(1);
        assertEquals(3, both.at(both.metric("gpu.time"), 0, both.tree().at("main")));
    }

    /// Runs without a node in common are an ensemble without nodes, not an error.
    @Test
    void runsWithNothingInCommonHaveAnEmptyIntersection() {
        Ensemble none =
                Ensemble.of(List.of(run("a", "", "main=9"), run("b", "", "start=3")))
                        .intersection();
        assertThat(none.tree().size()).isZero();
        assertThat(none.runs()).isEqualTo(2);
        assertThat(Statistics.of(none, none.metrics(), Statistic.DEFAULT).rows()).isZero();
    }

    /// Chopper compares with the run that was given first.
    @Test
    void theBaselineIsTheRunWithTheFewestProcesses() {
        Run small = run("small", "ranks=2", "main=12");
        Run large = run("large", "ranks=8", "main=3");
        for (List<Run> order : List.of(List.of(small, large), List.of(large, small))) {
            Ensemble runs = Ensemble.of(order);
            Table speedup =
                    Scaling.of(Scaling.Kind.SPEEDUP, runs.metric("time"), "ranks").on(runs).table();
            assertEquals(1, speedup.real("2").at(0));
            assertEquals(4, speedup.real("8").at(0));
        }
    }

    /// Chopper takes the mean of nodes that share a name.
    @Test
    void nodesOfOneNameAreAddedUp() {
        Ensemble runs =
                Ensemble.of(
                        List.of(
                                run(
                                        "a",
                                        "",
                                        "main=9",
                                        "main/x=4",
                                        "main/y=5",
                                        "main/x/MPI_Wait=1",
                                        "main/y/MPI_Wait=2")));
        Table pivot = Pivot.of(runs, runs.metric("time"), Grouping.NAME, Threshold.none());
        assertEquals(3, pivot.real("MPI_Wait").at(0));
    }

    /// Thicket calls runs by 32 bits of a hash of their path: of 100,000 some collide.
    @Test
    void runsWhoseHashesCollideStayApart() {
        assertEquals("Aa".hashCode(), "BB".hashCode());
        Ensemble runs = Ensemble.of(List.of(run("Aa", "", "main=1"), run("BB", "", "main=2")));
        assertThat(runs.keys()).containsExactly("Aa", "BB");
        assertEquals(1, time(runs, 0, "main"));
        assertEquals(2, time(runs, 1, "main"));
    }
}
