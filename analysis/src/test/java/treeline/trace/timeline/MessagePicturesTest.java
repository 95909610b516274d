package treeline.trace.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.source.Selection;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;

import java.util.List;
import java.util.stream.IntStream;

/// Four ranks pass a message on: rank r sends 100 * r + 1 bytes to its right neighbour at 10 * r.
class MessagePicturesTest {
    private static final Outline RUN =
            profileOf(
                            """
                            path  rank0  rank1  rank2  rank3
                            main      1      1      1      1
                            """)
                    .outline();

    private static final Interactions RING =
            new Interactions() {
                @Override
                public List<ProcessGroup> groups() {
                    return List.of(new ProcessGroup("world", List.of(0, 1, 2, 3)));
                }

                @Override
                public Operations of(int rank) {
                    var operations = new Operations.Builder();
                    if (rank < 3) {
                        operations.add(OperationKind.SEND, 0, rank + 1, 0, 5);
                        operations.call(10L * rank, 10L * rank, 10L * rank + 2);
                        operations.within(10L * rank, 10L * rank);
                        operations.bytes(100L * rank + 1, 0);
                    }
                    if (rank > 0) {
                        operations.add(OperationKind.RECEIVE, 0, rank - 1, 0, 5);
                        operations.call(0, 0, 10L * rank - 5);
                        operations.within(0, 10L * rank - 5);
                        operations.bytes(100L * rank - 99, 0);
                    }
                    return operations.build();
                }
            };

    private static Timeline timeline(int rows, long from, long to) {
        List<TraceLine> lines =
                IntStream.range(0, 4)
                        .<TraceLine>mapToObj(rank -> FakeLine.of(rank, 100, 0, 0))
                        .toList();
        return Timeline.of(
                TracePart.of(
                        RUN, new Traces(0, 100, lines), Selection.ALL, new TimeWindow(from, to)),
                rows,
                10);
    }

    @Test
    void messagesOfTheWindowAreLinesBetweenRows() {
        assertThat(TimelineMessages.of(RING, 4, timeline(4, 4, 12), 10).lines())
                .containsExactly(
                        new TimelineMessages.Line(0, 0, 1, 5),
                        new TimelineMessages.Line(1, 10, 2, 15));
    }

    @Test
    void tooManyMessagesAreCountedAndNotDrawn() {
        TimelineMessages messages = TimelineMessages.of(RING, 4, timeline(4, 0, 100), 2);
        assertThat(messages.lines()).isEmpty();
        assertThat(messages.total()).isEqualTo(3);
    }

    @Test
    void messagesOfContextsWithoutARowAreCounted() {
        TimelineMessages messages = TimelineMessages.of(RING, 4, timeline(2, 0, 100), 10);
        assertThat(messages.lines()).isEmpty();
        assertThat(messages.elsewhere()).isEqualTo(3);
        assertThat(TimelineMessages.of(Interactions.NONE, 4, timeline(2, 0, 100), 10))
                .isEqualTo(TimelineMessages.NONE);
    }

    private static MessageGrid grid(Selection chosen, int bins) {
        return MessageGrid.of(RUN, RING, chosen, new TimeWindow(0, 100), bins);
    }

    @Test
    void aMatrixHasSendersAsRows() {
        MessageGrid grid = grid(Selection.ALL, 10);
        assertThat(grid.names()).containsExactly("0", "1", "2", "3");
        assertThat(grid.bytes(1, 2)).isEqualTo(101);
        assertThat(grid.bytes(2, 1)).isZero();
        assertThat(grid.messages(2, 3)).isEqualTo(1);
        assertThat(grid.total()).isEqualTo(3);
    }

    @Test
    void ranksAreGroupedIfThereAreMoreThanCells() {
        MessageGrid grid = grid(Selection.ALL, 2);
        assertThat(grid.names()).containsExactly("0-1", "2-3");
        assertThat(grid.bytes(0, 0)).isEqualTo(1);
        assertThat(grid.bytes(0, 1)).isEqualTo(101);
        assertThat(grid.bytes(1, 1)).isEqualTo(201);
        assertThat(grid(Selection.ALL, 3).names()).containsExactly("0-1", "2", "3");
    }

    @Test
    void messagesToContextsThatAreNotChosenAreCounted() {
        MessageGrid grid = grid(Selection.of(0, 1), 10);
        assertThat(grid.total()).isEqualTo(1);
        assertThat(grid.elsewhere()).isEqualTo(1);
    }

    @Test
    void messagesCountInTheWindowInWhichTheyAreSent() {
        MessageGrid grid = MessageGrid.of(RUN, RING, Selection.ALL, new TimeWindow(10, 20), 10);
        assertThat(grid.total()).isEqualTo(1);
        assertThat(grid.messages(1, 2)).isEqualTo(1);
    }
}
