package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertEquals;

import static treeline.ensemble.Drawn.drawn;
import static treeline.ensemble.Drawn.run;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.query.Query;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.List;

class EnsembleTest {
    private static final Run CPU =
            run("cpu", "machine=quartz ranks=36", "main=10", "main/solve=8", "main/io=1");
    private static final Run GPU =
            run("gpu", "machine=lassen ranks=4", "main=4", "main/solve=2", "main/copy=1");

    private static List<String> paths(Ensemble ensemble) {
        return ensemble.paths();
    }

    private static double time(Ensemble ensemble, int run, String path) {
        return ensemble.at(ensemble.metric("time"), run, ensemble.tree().at(path));
    }

    @Test
    void runsShareTheUnionOfTheirTrees() {
        Ensemble both = Ensemble.of(List.of(CPU, GPU));
        assertThat(paths(both)).containsExactly("main", "main/solve", "main/io", "main/copy");
        assertEquals(8, time(both, 0, "main/solve"));
        assertEquals(2, time(both, 1, "main/solve"));
    }

    @Test
    void whatARunDoesNotHaveIsMissing() {
        Ensemble both = Ensemble.of(List.of(CPU, GPU));
        assertThat(time(both, 1, "main/io")).isNaN();
        assertThat(both.has(1, both.tree().at("main/io"))).isFalse();
        assertThat(both.has(0, both.tree().at("main/io"))).isTrue();
    }

    @Test
    void theIntersectionHasTheNodesOfEveryRun() {
        Ensemble common = Ensemble.of(List.of(CPU, GPU)).intersection();
        assertThat(paths(common)).containsExactly("main", "main/solve");
        assertEquals(10, time(common, 0, "main"));
    }

    @Test
    void theIntersectionOfEqualTreesIsTheTree() {
        Run again = run("again", "", "main=11", "main/solve=9", "main/io=1");
        Ensemble same = Ensemble.of(List.of(CPU, again));
        assertThat(same.intersection()).isSameAs(same);
    }

    @Test
    void theRanksOfARunCountByTheirMean() {
        Run ranks =
                drawn(
                        "ranks",
                        "",
                        """
                        path   rank0  rank1
                        main       1      3
                        """);
        assertEquals(2, time(Ensemble.of(List.of(ranks)), 0, "main"));
        assertEquals(3, time(Ensemble.of(List.of(ranks), Reduction.MAX), 0, "main"));
    }

    @Test
    void unitsOfTheFirstRunAreTakenForAll() {
        Run seconds = drawn("s", "", "metric time s inclusive\npath whole\nmain 2");
        Run millis = drawn("ms", "", "metric time ms inclusive\npath whole\nmain 500");
        Ensemble both = Ensemble.of(List.of(seconds, millis));
        assertThat(both.metrics()).hasSize(1);
        assertEquals(0.5, time(both, 1, "main"));
    }

    @Test
    void twoRunsOfOneKeyAreRefused() {
        assertThatThrownBy(() -> Ensemble.of(List.of(CPU, CPU)))
                .hasMessage("duplicate run key 'cpu'");
    }

    @Test
    void anEnsembleOfNothingIsRefused() {
        assertThatThrownBy(() -> Ensemble.of(List.of()))
                .hasMessage("an ensemble has at least one run");
    }

    @Test
    void runsAreCalledByTheirMetadata() {
        Ensemble both = Ensemble.of(List.of(CPU, GPU));
        assertThat(both.keyedBy("machine", "ranks").keys())
                .containsExactly("quartz, 36", "lassen, 4");
    }

    @Test
    void aKeyThatRunsShareIsRefused() {
        Ensemble twice =
                Ensemble.of(List.of(run("a", "ranks=4", "main=1"), run("b", "ranks=4", "main=2")));
        assertThatThrownBy(() -> twice.keyedBy("ranks"))
                .hasMessage("several runs have ranks = 4, so it cannot be the run key");
    }

    @Test
    void performanceDataHasARowForEachRunAtEachNodeThatItHas() {
        Table table = Ensemble.of(List.of(CPU, GPU)).performance("machine");
        assertThat(table.toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path        run  machine  time
                           0  main        cpu  quartz     10
                           0  main        gpu  lassen      4
                           1  main/solve  cpu  quartz      8
                           1  main/solve  gpu  lassen      2
                           2  main/io     cpu  quartz      1
                           3  main/copy   gpu  lassen      1
                        """);
    }

    @Test
    void metadataIsATableWithARowForEachRun() {
        assertThat(Ensemble.of(List.of(CPU, GPU)).metadata().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        run  machine  ranks
                        cpu  quartz      36
                        gpu  lassen       4
                        """);
    }

    @Test
    void uniqueMetadataHasEachValueOnce() {
        Ensemble three =
                Ensemble.of(List.of(CPU, GPU, run("third", "machine=quartz ranks=4", "main=1")));
        assertThat(three.uniqueMetadata().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        column   values  value
                        machine       2  lassen
                        machine       2  quartz
                        ranks         2  4
                        ranks         2  36
                        """);
    }

    @Test
    void aConditionKeepsRunsAndTheNodesThatTheyHave() {
        Ensemble large = Ensemble.of(List.of(CPU, GPU)).where("ranks > 4");
        assertThat(large.keys()).containsExactly("cpu");
        assertThat(paths(large)).containsExactly("main", "main/solve", "main/io");
    }

    @Test
    void aConditionThatNoRunFulfilsIsAnError() {
        assertThatThrownBy(() -> Ensemble.of(List.of(CPU, GPU)).where("ranks > 100"))
                .hasMessage("none of the 2 runs matches");
    }

    @Test
    void aQueryWorksWhereTreesDiffer() {
        Ensemble found =
                Ensemble.of(List.of(CPU, GPU))
                        .matching(Query.parse("MATCH (p) WHERE p.\"time\" < 2"));
        assertThat(paths(found)).containsExactly("io", "copy");
        assertEquals(1, time(found, 1, "copy"));
        assertThat(time(found, 1, "io")).isNaN();
    }

    @Test
    void aQueryThatFindsNothingIsAnError() {
        assertThatThrownBy(
                        () ->
                                Ensemble.of(List.of(CPU))
                                        .matching(
                                                Query.parse("MATCH (p) WHERE p.\"name\" = \"x\"")))
                .hasMessage("no call path matches the query");
    }

    /// Thicket takes inclusive times for exclusive ones and adds them up after each filter (D1).
    @Test
    void inclusiveValuesAreNotAddedUpAfterAFilter() {
        Ensemble kept =
                Ensemble.of(List.of(CPU, GPU))
                        .matching(
                                Query.match("*")
                                        .then(
                                                ".",
                                                treeline.query.Attribute.attribute("name")
                                                        .is("solve")));
        assertEquals(10, time(kept, 0, "main"));
        assertThat(kept.metrics()).extracting(Metric::name).containsExactly("time");
    }

    @Test
    void nodesThatAreKeptHaveWhatWasMeasured() {
        Run both =
                drawn(
                        "both",
                        "",
                        """
                        metric time s inclusive
                        path        whole
                        main        10
                        main/solve  8

                        metric time s exclusive
                        path        whole
                        main        2
                        main/solve  8
                        """);
        Ensemble kept = Ensemble.of(List.of(both)).keeping(node -> node == 0);
        assertEquals(10, time(kept, 0, "main"));
    }

    @Test
    void nodesAreKeptByTheirStatistic() {
        Ensemble both = Ensemble.of(List.of(CPU, GPU));
        Ensemble large = both.keeping(both.metric("time"), Statistic.MEAN, mean -> mean >= 5);
        assertThat(paths(large)).containsExactly("main", "main/solve");
    }

    @Test
    void groupsComeInTheOrderOfTheirValuesAndKeepTheTree() {
        Ensemble three =
                Ensemble.of(
                        List.of(CPU, GPU, run("old", "ranks=4", "main=5"), run("x", "", "main=1")));
        List<RunGroup> groups = three.groupBy("ranks");
        assertThat(groups).extracting(RunGroup::label).containsExactly("4", "36", "-");
        assertThat(groups.getFirst().ensemble().keys()).containsExactly("gpu", "old");
        assertThat(paths(groups.getFirst().ensemble())).isEqualTo(paths(three));
    }

    @Test
    void groupingByWhatNoRunTellsIsAnError() {
        assertThatThrownBy(() -> Ensemble.of(List.of(CPU)).groupBy("rank"))
                .hasMessage("no run has the metadata 'rank'; available: [machine, ranks]");
    }

    @Test
    void anAggregatedEnsembleHasARunForEachGroup() {
        Ensemble means =
                Ensemble.of(List.of(CPU, GPU, run("old", "machine=lassen ranks=8", "main=6")))
                        .aggregated(Statistic.MEAN, "machine");
        assertThat(means.keys()).containsExactly("lassen", "quartz");
        assertEquals(5, time(means, 0, "main"));
        assertThat(means.metadata(0).keys()).containsExactly("machine");
    }

    @Test
    void theRunsOfTwoEnsemblesStandBelowEachOther() {
        Ensemble all =
                Ensemble.concat(List.of(Ensemble.of(List.of(CPU)), Ensemble.of(List.of(GPU))));
        assertThat(all.performance()).isEqualTo(Ensemble.of(List.of(CPU, GPU)).performance());
        assertThat(all.metadata()).isEqualTo(Ensemble.of(List.of(CPU, GPU)).metadata());
    }

    @Test
    void unifyingIsAssociative() {
        Ensemble a = Ensemble.of(List.of(CPU));
        Ensemble b = Ensemble.of(List.of(GPU));
        Ensemble c = Ensemble.of(List.of(run("c", "ranks=1", "main=1", "init=2")));
        assertThat(Ensemble.concat(List.of(Ensemble.concat(List.of(a, b)), c)).performance())
                .isEqualTo(
                        Ensemble.concat(List.of(a, Ensemble.concat(List.of(b, c)))).performance());
    }

    /// Repeated siblings are one node in an ensemble; a mean of the two would be wrong.
    @Test
    void siblingsOfOneNameAreAddedUp() {
        var builder = new treeline.model.ProfileBuilder();
        int time = builder.metric(CPU.profile().metrics().getFirst());
        int whole = builder.context(treeline.model.Context.WHOLE);
        for (double value : new double[] {1, 2})
            builder.add(
                    time,
                    whole,
                    builder.newChild(
                            treeline.model.ProfileBuilder.ROOT,
                            treeline.model.Frame.region("main")),
                    value);
        assertEquals(3, time(Ensemble.of(List.of(Run.of("twice", builder.build()))), 0, "main"));
    }

    @Test
    void aConditionKeepsTheValuesOfItsRuns() {
        Run third = run("third", "ranks=8", "main=7", "main/solve=5");
        Ensemble large = Ensemble.of(List.of(CPU, GPU, third)).where("ranks > 4");
        assertThat(large.performance().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path        run    time
                           0  main        cpu      10
                           0  main        third     7
                           1  main/solve  cpu       8
                           1  main/solve  third     5
                           2  main/io     cpu       1
                        """);
    }

    @Test
    void aConditionThatAllRunsFulfilChangesNothing() {
        Ensemble both = Ensemble.of(List.of(CPU, GPU));
        assertThat(both.where("ranks >= 4")).isSameAs(both);
        assertThat(both).hasToString("Ensemble of 2 runs, 4 nodes, 1 metrics");
    }

    /// More runs than a first guess has room for, one of them without the node.
    @Test
    void aGroupOfManyRunsIsAggregatedOverAllOfThem() {
        List<Run> runs = new java.util.ArrayList<>();
        for (int i = 1; i <= 9; i++)
            runs.add(run("r" + i, "ranks=4", "main=" + i * i, "main/io=" + i));
        runs.add(run("r10", "ranks=4", "main=100"));
        Ensemble sums = Ensemble.of(runs).aggregated(Statistic.SUM, "ranks");
        assertEquals(385, time(sums, 0, "main"));
        assertEquals(45, time(sums, 0, "main/io"));
        assertThat(sums.has(0, sums.tree().at("main/io"))).isTrue();
    }

    @Test
    void aRunWithoutAMetricHasNoValueOfIt() {
        Run misses =
                drawn(
                        "misses",
                        "",
                        """
                        metric time s inclusive
                        path whole
                        main 3

                        metric misses 1 exclusive
                        path whole
                        main 70
                        """);
        assertThat(Ensemble.of(List.of(GPU, misses)).performance().toString())
                .isEqualToIgnoringWhitespace(
                        """
                        node  path        run     time  misses
                           0  main        gpu        4       -
                           0  main        misses     3      70
                           1  main/solve  gpu        2       -
                           2  main/copy   gpu        1       -
                        """);
    }

    /// The second run names `main/send`, which the first one left open.
    @Test
    void labelsAreThoseOfTheFirstRunThatHasThem() {
        Run first =
                drawn(
                        "first",
                        "",
                        """
                        path        tag   whole
                        main        -         1
                        main/solve  COMP      1
                        main/send   -         1
                        """);
        Run second =
                drawn(
                        "second",
                        "",
                        """
                        path        tag   whole
                        main        -         1
                        main/send   COMM      1
                        main/solve  WAIT      1
                        """);
        Ensemble both = Ensemble.of(List.of(first, second));
        assertThat(both.profile().labels()).hasSize(1);
        assertThat(List.of(0, 1, 2))
                .map(node -> both.profile().outline().label("tag", node))
                .containsExactly("", "COMP", "COMM");
    }

    @Test
    void namesThatNoRunTellsAreErrorsWithThoseThatThereAre() {
        Ensemble both = Ensemble.of(List.of(CPU, GPU));
        String message = "no run has the metadata 'rank'; available: [machine, ranks]";
        assertThatThrownBy(() -> both.keyedBy("rank")).hasMessage(message);
        assertThatThrownBy(() -> both.performance("rank")).hasMessage(message);
    }

    @Test
    void ensemblesThatShareAKeyDoNotStandBelowEachOther() {
        Ensemble one = Ensemble.of(List.of(CPU, GPU));
        assertThatThrownBy(() -> Ensemble.concat(List.of(one, one)))
                .hasMessage("duplicate run key 'cpu'");
        assertThatThrownBy(() -> Ensemble.concat(List.of())).hasMessage("there are no ensembles");
    }
}
