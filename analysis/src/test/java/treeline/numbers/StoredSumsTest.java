package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.NodeSums;
import treeline.model.Profile;
import treeline.transform.Reduction;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

class StoredSumsTest {
    private static Map<Metric, NodeSums> stored(Profile profile) {
        Map<Metric, NodeSums> sums = new HashMap<>();
        for (Metric metric : profile.metrics()) {
            MetricColumn column = profile.column(metric);
            int[] contexts = new int[column.nodes()];
            for (int node = 0; node < contexts.length; node++)
                contexts[node] = column.byNode().end(node) - column.byNode().start(node);
            sums.put(
                    metric,
                    new NodeSums(
                            ImmutableDoubles.owning(summed(column)),
                            ImmutableInts.owning(contexts)));
        }
        return sums;
    }

    private static double[] summed(MetricColumn column) {
        double[] sums = new double[column.nodes()];
        for (int node = 0; node < sums.length; node++) {
            sums[node] = Double.NaN;
            for (int context = 0; context < column.contexts(); context++)
                sums[node] = ChosenNodes.sum(sums[node], column.at(context, node));
        }
        return sums;
    }

    private static Optional<StoredSums> sums(String drawing) {
        Profile profile = profileOf(drawing);
        return StoredSums.of(profile.outline(), "time", stored(profile));
    }

    private static void assertSameAsValues(String drawing) {
        StoredSums sums = sums(drawing).orElseThrow();
        Numbers values = Numbers.of(profileOf(drawing), "time");
        for (Reduction over : new Reduction[] {Reduction.SUM, Reduction.MEAN}) {
            assertThat(sums.inclusive(over)).isEqualTo(values.inclusive(over));
            assertThat(sums.exclusive(over)).isEqualTo(values.exclusive(over));
        }
        assertThat(sums.metric()).isEqualTo(values.metric());
        assertThat(sums.population()).isEqualTo(values.population());
    }

    @Test
    void exclusiveValuesAndBothScopesAreAsFromTheValues() {
        assertSameAsValues(
                """
                metric time s exclusive
                path             rank0  rank1
                main                 1      -
                main/solve           -      2
                main/solve/wait      4      8
                """);
        assertSameAsValues(
                """
                metric time s exclusive
                path        rank0  rank1
                main            1      -
                main/solve      3      2

                metric time s inclusive
                path        rank0  rank1
                main           40     20
                main/solve      3      2
                """);
    }

    @Test
    void theTreeIsThatOfTheRun() {
        StoredSums sums = sums("path rank0\nmain/solve 3\n").orElseThrow();
        assertThat(sums.tree().path(1)).containsExactly("main", "solve");
    }

    @Test
    void inclusiveValuesAreEnoughWhereEveryContextMeasuredTheCallers() {
        assertSameAsValues(
                """
                metric time s inclusive
                path             rank0  rank1
                main                10     12
                main/group           -      -
                main/group/a         4      8
                main/group/a/b       3      -
                """);
    }

    @Test
    void aCallerThatSomeContextsDidNotMeasureIsLeftToTheValues() {
        assertThat(
                        sums(
                                """
                                metric time s inclusive
                                path        rank0  rank1
                                main           10     12
                                main/a          -      8
                                main/a/b        3      1
                                """))
                .isEmpty();
    }

    @Test
    void threadsAndRepetitionsAreAsFromTheValuesWhereAllHappened() {
        assertSameAsValues(
                """
                metric time s exclusive
                path        rank0thread0  rank0thread1  rank1thread0
                main                   1             -             3
                main/solve             -             2             4
                """);
        assertSameAsValues(
                """
                metric time s inclusive
                path        rank0rep0  rank0rep1  rank1rep0  rank1rep1
                main                8          6          4          2
                main/solve          -          2          4          -
                """);
    }

    @Test
    void repetitionsThatDidNotHappenEverywhereAreLeftToTheValues() {
        assertThat(sums("path rank0rep0 rank0rep1\nmain 3 -\n")).isEmpty();
        assertThat(sums("path rank0rep0 rank0rep1 rank0rep2 rank1rep0\nmain 3 3 3 3\n"))
                .as("4 contexts of 2 ranks, but not 2 repetitions of each")
                .isEmpty();
        assertThat(sums("path rank0rep0 rank0rep1 rank1rep0\nmain 3 3 3\n")).isEmpty();
        assertThat(sums("path rank0rep0 rank0rep1 rank1rep0\nmain 3 1 2\n")).isEmpty();
    }

    @Test
    void largestAndSmallestAreNotInSums() {
        StoredSums sums = sums("path rank0\nmain 3\n").orElseThrow();
        assertThat(Reduction.values())
                .filteredOn(StoredSums::tell)
                .containsExactlyInAnyOrder(Reduction.SUM, Reduction.MEAN);
        assertThatThrownBy(() -> sums.inclusive(Reduction.MAX))
                .hasMessage("stored sums cannot provide a MAX");
    }

    @Test
    void aMetricWithoutSumsIsLeftToTheValues() {
        Profile profile = profileOf("path rank0\nmain 3\n");
        assertThat(StoredSums.of(profile.outline(), "time", Map.of())).isEmpty();
        Profile nobody = profileOf("path tag\nmain a\n");
        assertThat(StoredSums.of(nobody.outline(), "time", stored(nobody))).isEmpty();
        Profile readings = profileOf("metric rss B point\npath rank0\nmain 3\n");
        assertThat(StoredSums.of(readings.outline(), "rss", stored(readings))).isEmpty();
    }
}
