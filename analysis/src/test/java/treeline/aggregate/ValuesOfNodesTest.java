package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.util.List;

class ValuesOfNodesTest {
    private static final Profile RUN =
            Drawing.profileOf(
                    """
                    metric time s inclusive
                    path        rank0thread0  rank0thread1  rank1thread0  rank2thread0
                    main                   4             2             9             8
                    main/solve             3             -             5             -
                    main/io                -             -             1             8
                    """);

    private static ValuesOfNodes of(Profile run, String... paths) {
        int[] nodes = new int[paths.length];
        for (int i = 0; i < nodes.length; i++) nodes[i] = run.tree().at(paths[i]);
        return new ValuesOfNodes(
                run.metric("time"),
                Locations.of(run.contexts(), Locations.By.RANK),
                ContextMapping.ALL,
                nodes);
    }

    private static ValuesOfNodes.Sums sums(ValuesOfNodes aggregation, Profile run, Slice slice)
            throws IOException {
        PartitionedSource parts =
                PartitionedSource.of(
                        new LoadedSource(run, new ReadReport(List.of())),
                        slice,
                        Locations.By.RANK,
                        1);
        return LocalEngine.of(1, 0).run(aggregation, parts);
    }

    /// One line per rank: its total, then its exclusive value at each node.
    private static String drawn(ValuesOfNodes.Sums sums, int ranks, int nodes) {
        var text = new StringBuilder();
        for (int rank = 0; rank < ranks; rank++) {
            text.append(sums.total(rank)).append(':');
            for (int i = 0; i < nodes; i++) text.append(' ').append(sums.value(rank, i));
            text.append('\n');
        }
        return text.toString();
    }

    @Test
    void eachRankHasItsTotalAndItsExclusiveValues() throws IOException {
        assertThat(drawn(sums(of(RUN, "main", "main/solve"), RUN, Slice.summed()), 3, 2))
                .isEqualTo(
                        """
                        6.0: 3.0 3.0
                        9.0: 3.0 5.0
                        8.0: 0.0 0.0
                        """);
    }

    @Test
    void chosenContextsHaveThePlacesOfTheSelection() throws IOException {
        Slice last = Slice.summed().withContexts(Selection.of(2, 3));
        var aggregation =
                new ValuesOfNodes(
                        RUN.metric("time"),
                        Locations.of(last.of(RUN.outline()).contexts(), Locations.By.RANK),
                        ContextMapping.of(2, 3),
                        RUN.tree().at("main/io"));
        assertThat(drawn(sums(aggregation, RUN, last), 2, 1))
                .isEqualTo(
                        """
                        9.0: 1.0
                        8.0: 8.0
                        """);
    }

    @Test
    void sharesAreOfTheTotalOfTheRank() throws IOException {
        ValuesOfNodes.Sums sums = sums(of(RUN, "main/solve", "main/io"), RUN, Slice.summed());
        assertThat(sums.share(0, 0)).isEqualTo(0.5);
        assertThat(sums.share(1, 0)).isEqualTo(5 / 9.0);
        assertThat(sums.share(1, 1)).isEqualTo(1 / 9.0);
        assertThat(sums.share(2, 1)).isEqualTo(1);
    }

    @Test
    void aRankWithoutAFiniteTotalHasNoShare() throws IOException {
        Profile odd =
                Drawing.profileOf(
                        """
                        path        rank0     rank1
                        main            0         1
                        main/solve      0  Infinity
                        """);
        ValuesOfNodes.Sums sums = sums(of(odd, "main/solve"), odd, Slice.summed());
        assertThat(sums.share(0, 0)).isZero();
        assertThat(sums.share(1, 0)).isZero();
    }

    @Test
    void valuesThatAreNoNumbersCountAsZero() throws IOException {
        Profile holes =
                Drawing.profileOf(
                        """
                        path        rank0  rank1
                        main          NaN      2
                        main/solve      3    NaN
                        """);
        assertThat(drawn(sums(of(holes, "main", "main/solve"), holes, Slice.summed()), 2, 2))
                .isEqualTo(
                        """
                        3.0: 0.0 3.0
                        2.0: 2.0 0.0
                        """);
    }

    @Test
    void sumsOfSeveralPartsAreAdded() {
        ValuesOfNodes both = of(RUN, "main", "main/solve");
        PlaceValues part = both.map(SourcePart.whole(RUN));
        ValuesOfNodes.Sums twice = both.add(both.add(both.zero(), part), part);
        ValuesOfNodes.Sums more = both.merge(twice, both.add(both.zero(), part));
        assertThat(drawn(both.finish(more), 3, 2))
                .isEqualTo(
                        """
                        18.0: 9.0 9.0
                        27.0: 9.0 15.0
                        24.0: 0.0 0.0
                        """);
    }
}
