package treeline.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.source.LoadedSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;

import java.io.IOException;
import java.util.List;

/// Where a run is cut into parts, drawn as `0 1 | 2`: the contexts of two parts.
class PartitionedSourceTest {

    private static String parts(String drawing, long most) throws IOException {
        return PlannedSource.drawn(PlannedSource.of(drawing).parts(most));
    }

    @Test
    void aPartIsFilledUpToItsLimit() throws IOException {
        String fives = "values 5 5 5 5 5\nblocks 0 1 2 3 4";
        assertThat(parts(fives, 10)).isEqualTo("0 1 | 2 3 | 4");
        assertThat(parts(fives, 9)).isEqualTo("0 | 1 | 2 | 3 | 4");
        assertThat(parts(fives, 25)).isEqualTo("0 1 2 3 4");
    }

    @Test
    void aRankWithMoreThanTheLimitIsAPart() throws IOException {
        assertThat(parts("values 50 5 5\nblocks 0 1 2", 10)).isEqualTo("0 | 1 2");
        assertThat(parts("values 5 50 5\nblocks 0 1 2", 10)).isEqualTo("0 | 1 | 2");
    }

    /// Cutting a block costs reading it twice.
    @Test
    void aBlockIsCutOnlyIfThePartIsMoreThanHalfFull() throws IOException {
        assertThat(parts("values 5 7\nblocks 0 0", 10)).isEqualTo("0 1");
        assertThat(parts("values 6 7\nblocks 0 0", 10)).isEqualTo("0 | 1");
        assertThat(parts("values 5 7\nblocks 0 1", 10)).isEqualTo("0 | 1");
    }

    /// The second rank starts in the block in which the first one ended.
    @Test
    void aBlockThatARankEndedInIsNotNew() throws IOException {
        String blocks =
                """
                contexts rank0thread0 rank0thread1 rank1thread0
                values              2            2            7
                blocks              0            1            1
                """;
        assertThat(parts(blocks, 10)).isEqualTo("0 1 2");
        assertThat(parts(blocks.replace("1            1\n", "1            2\n"), 10))
                .isEqualTo("0 1 | 2");
    }

    @Test
    void contextsOfARankStayTogetherInTheOrderOfTheFile() throws IOException {
        String repeated =
                """
                contexts rank0rep0 rank1rep0 rank0rep1 rank1rep1 rank2rep0
                values           1         1         1         1         1
                blocks           0         1         2         3         4
                """;
        PlannedSource source = PlannedSource.of(repeated);
        List<Context> contexts = source.outline().contexts();
        for (PartitionedSource.Piece piece : source.parts(4).pieces())
            assertThat(piece.contexts().toArray()).isSorted();
        assertThat(source.parts(4).pieces().getFirst().contexts().stream())
                .extracting(context -> contexts.get(context).rank())
                .containsOnly(0, 1)
                .hasSize(4);
        assertThat(source.parts(1).pieces()).hasSize(3);
    }

    @Test
    void contextsMayBeCutApartIfNothingOfARankIsNeededTogether() throws IOException {
        PlannedSource source =
                PlannedSource.of(
                        """
                        contexts rank0thread0 rank0thread1 rank1
                        values              5            5     5
                        blocks              0            1     2
                        """);
        assertThat(PlannedSource.drawn(PartitionedSource.ofContexts(source, Slice.summed(), 5)))
                .isEqualTo("0 | 1 | 2");
        Slice some = Slice.summed().withContexts(Selection.of(1, 2));
        assertThat(PlannedSource.drawn(PartitionedSource.ofContexts(source, some, 5)))
                .isEqualTo("1 | 2");
    }

    @Test
    void ranksOfAHostStayTogetherOnRequest() throws IOException {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int rank = 0; rank < 4; rank++) {
            var context =
                    new Context("node" + rank / 2, rank, Context.NONE, Context.NONE, Context.NONE);
            builder.add(metric, builder.context(context), main, 1);
        }
        var source = new LoadedSource(builder.build(), new ReadReport(List.of()));
        assertThat(
                        PlannedSource.drawn(
                                PartitionedSource.of(source, Slice.summed(), Locations.By.HOST, 1)))
                .isEqualTo("0 1 | 2 3");
        assertThat(
                        PlannedSource.drawn(
                                PartitionedSource.of(
                                        source, Slice.summed(), Locations.By.THREAD, 1)))
                .isEqualTo("0 | 1 | 2 | 3");
    }

    @Test
    void aPartKnowsItsContextsItsValuesAndWhatLoadingTakes() throws IOException {
        PartitionedSource parts = PlannedSource.of("values 5 4 3 2 1\nblocks 0 1 2 3 4").parts(9);
        PartitionedSource.Piece second = parts.pieces().get(1);
        assertThat(PlannedSource.drawn(parts)).isEqualTo("0 1 | 2 3 4");
        assertThat(second.values()).isEqualTo(6);
        assertThat(second.plan().values()).isEqualTo(6);
        assertThat(second.load().contexts().toArray()).containsExactly(2, 3, 4);
        assertThat(second.load().profile().contexts())
                .extracting(Context::rank)
                .containsExactly(2, 3, 4);
        assertThat(parts.values()).isEqualTo(15);
    }

    @Test
    void aRunInMemoryIsOnePart() throws IOException {
        PlannedSource source = PlannedSource.of("values 5 4 3\nblocks 0 1 2");
        PartitionedSource whole = PartitionedSource.of(source.profile());
        assertThat(PlannedSource.drawn(whole)).isEqualTo("0 1 2");
        assertThat(whole.values()).isEqualTo(3);
        assertThat(whole.pieces().getFirst().load().profile().contexts()).hasSize(3);
    }

    @Test
    void aRunWithoutContextsHasNoParts() throws IOException {
        PlannedSource source = PlannedSource.of("values 5 4 3\nblocks 0 1 2");
        Slice none = Slice.summed().withContexts(Selection.of());
        PartitionedSource parts = PartitionedSource.of(source, none);
        assertThat(parts.pieces()).isEmpty();
        assertThat(parts.values()).isZero();
        assertThat(LocalEngine.withDefaults().atOnce(parts)).isEqualTo(1);
    }
}
