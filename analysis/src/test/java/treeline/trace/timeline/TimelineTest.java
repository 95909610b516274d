package treeline.trace.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Outline;
import treeline.source.Selection;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;
import treeline.trace.TimeWindow;
import treeline.trace.TracePart;

import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class TimelineTest {
    private static final Outline RUN =
            profileOf(
                            """
                            path             tag   rank0  rank1  rank2  rank3
                            main             -         1      1      1      1
                            main/solve       -         1      1      1      1
                            main/solve/wait  WAIT      1      1      1      1
                            main/io          IO        1      1      1      1
                            """)
                    .outline();

    private static TracePart part(long from, long to, TraceLine... lines) {
        return TracePart.of(
                RUN, new Traces(0, 100, List.of(lines)), Selection.ALL, new TimeWindow(from, to));
    }

    /// Nodes as digits, `.` for no activity and a blank for what was not traced.
    private static String cells(Timeline timeline, int row) {
        return IntStream.range(0, timeline.columns())
                .mapToObj(column -> symbol(timeline.node(row, column)))
                .collect(Collectors.joining());
    }

    private static String symbol(int node) {
        return switch (node) {
            case Timeline.NO_NODE -> ".";
            case Timeline.EMPTY -> " ";
            default -> Integer.toString(node);
        };
    }

    @Test
    void aCellIsTheNodeInTheMiddleOfItsColumn() {
        // Columns are 10 ns wide: the middles are 5, 15, 25, ...
        TracePart part = part(0, 100, FakeLine.of(0, 90, 6, 1, 14, 2, 15, 3, 16, -1, 70, 0));
        assertThat(cells(Timeline.of(part, 1, 10), 0)).isEqualTo(" 3.....00 ");
    }

    @Test
    void aWindowStartsInTheSampleThatIsActive() {
        TracePart part = part(20, 40, FakeLine.of(0, 100, 0, 1, 30, 2));
        Timeline timeline = Timeline.of(part, 1, 4);
        assertThat(cells(timeline, 0)).isEqualTo("1122");
        assertThat(timeline.nanosAt(0)).isEqualTo(20);
        assertThat(timeline.nanosAt(1)).isEqualTo(25);
        assertThat(timeline.nanosAt(4)).isEqualTo(40);
    }

    @Test
    void aShortWindowHasOneColumnPerNanosecond() {
        assertThat(cells(Timeline.of(part(3, 5, FakeLine.of(0, 100, 0, 1, 4, 2)), 1, 10), 0))
                .isEqualTo("12");
    }

    @Test
    void moreContextsThanRowsAreThinnedOutEvenly() {
        TracePart part =
                part(
                        0,
                        10,
                        FakeLine.of(0, 100, 0, 0),
                        FakeLine.of(1, 100, 0, 1),
                        FakeLine.of(2, 100, 0, 2),
                        FakeLine.of(3, 100, 0, 3));
        Timeline timeline = Timeline.of(part, 2, 3);
        assertThat(timeline.rows()).isEqualTo(2);
        assertThat(timeline.contexts()).isEqualTo(4);
        assertThat(timeline.name(0)).isEqualTo("rank 0");
        assertThat(timeline.name(1)).isEqualTo("rank 2");
        assertThat(cells(timeline, 1)).isEqualTo("222");
    }

    @Test
    void aContextWithoutATraceHasNoRowAndIsReported() {
        TracePart part = part(0, 10, FakeLine.of(2, 100, 0, 1));
        Timeline timeline = Timeline.of(part, 10, 2);
        assertThat(timeline.rows()).isEqualTo(1);
        assertThat(timeline.context(0)).isEqualTo(2);
        assertThat(part.report().entries()).hasSize(1);
        assertThat(part.report().entries().getFirst().toString()).contains("was not traced");
    }

    @Test
    void severalLinesOfAContextAreOneRow() {
        TracePart part =
                part(0, 40, FakeLine.of(0, 20, 0, 1, 10, -1), FakeLine.of(0, 30, 10, 2, 20, -1));
        assertThat(cells(Timeline.of(part, 10, 4), 0)).isEqualTo("12. ");
    }

    /// Cost depends on columns, not on samples.
    @Test
    void onlyLogarithmicallyManySamplesAreReadPerColumn() {
        long[] samples = new long[2 * 100_000];
        for (int i = 0; i < samples.length; i += 2) {
            samples[i] = i;
            samples[i + 1] = i / 2 % 4;
        }
        FakeLine line = FakeLine.of(0, samples.length, samples);
        TracePart part =
                TracePart.of(
                        RUN,
                        new Traces(0, samples.length, List.of(line)),
                        Selection.ALL,
                        new TimeWindow(0, samples.length));
        Timeline.of(part, 1, 10);
        assertThat(line.reads().get()).isLessThan(10 * 20);
    }

    @Test
    void oneRowPerDepth() {
        TracePart part = part(0, 40, FakeLine.of(0, 100, 0, 2, 10, 3, 20, 0, 30, -1));
        Timeline timeline = Timeline.ofDepths(part, 0, 10, 4);
        assertThat(IntStream.range(0, timeline.rows()).mapToObj(row -> cells(timeline, row)))
                .containsExactly("000.", "13  ", "2   ");
        assertThat(timeline.name(2)).isEqualTo("depth 3");
        assertThat(Timeline.ofDepths(part, 0, 2, 4).rows()).isEqualTo(2);
    }

    @Test
    void functionsAtADepthAreThoseOfAncestorsAndActivitiesThoseOfNodes() {
        NodeCategories leaves = categories(NodeCategories.By.FUNCTION, OptionalInt.empty());
        NodeCategories second = categories(NodeCategories.By.FUNCTION, OptionalInt.of(2));
        NodeCategories activities = categories(NodeCategories.By.ACTIVITY, OptionalInt.empty());
        NodeCategories tags = categories(NodeCategories.By.TAG, OptionalInt.empty());
        assertThat(names(leaves)).containsExactly("main", "solve", "wait", "io");
        assertThat(names(second)).containsExactly("main", "solve", "solve", "io");
        assertThat(names(categories(NodeCategories.By.FUNCTION, OptionalInt.of(1))))
                .containsOnly("main");
        assertThat(names(activities))
                .containsExactly("computation", "computation", "waiting for threads", "I/O");
        assertThat(names(tags)).containsExactly("(none)", "(none)", "WAIT", "IO");
    }

    private static NodeCategories categories(NodeCategories.By by, OptionalInt depth) {
        return NodeCategories.of(RUN, by, depth);
    }

    private static List<String> names(NodeCategories categories) {
        return IntStream.range(0, RUN.tree().size())
                .mapToObj(node -> categories.name(categories.of(node)))
                .toList();
    }

    @Test
    void timesAreThoseOfAllSamplesAlsoOfThoseThatNoCellShows() {
        NodeCategories functions = categories(NodeCategories.By.FUNCTION, OptionalInt.empty());
        TracePart part = part(0, 100, FakeLine.of(0, 90, 10, 1, 12, 2, 13, 1, 50, -1));
        assertThat(cells(Timeline.of(part, 1, 2), 0)).isEqualTo("1.");
        CategoryTimes times = CategoryTimes.of(part, functions, 4);
        assertThat(times.total(2)).isEqualTo(1);
        assertThat(times.nanos(1, 0)).isEqualTo(14);
        assertThat(times.nanos(1, 1)).isEqualTo(25);
        assertThat(times.idleNanos(2)).isEqualTo(25);
        assertThat(times.totalIdle()).isEqualTo(40);
        assertThat(times.traced()).isEqualTo(80);
        assertThat(times.capacityNanos(0)).isEqualTo(25);
        assertThat(times.largest()).containsExactly(1, 2);
    }

    @Test
    void binsAddUpToTheWindow() {
        var random = new Random(7);
        NodeCategories functions = categories(NodeCategories.By.FUNCTION, OptionalInt.empty());
        for (int i = 0; i < 200; i++) {
            long[] samples = new long[20];
            for (int at = 0, time = 0; at < samples.length; at += 2, time += random.nextInt(9)) {
                samples[at] = time;
                samples[at + 1] = random.nextInt(5) - 1L;
            }
            long from = random.nextInt(50);
            long to = from + 1 + random.nextInt(50);
            TracePart part = part(from, to, FakeLine.of(0, 100, samples));
            CategoryTimes times = CategoryTimes.of(part, functions, 1 + random.nextInt(60));
            assertThat(times.traced()).isEqualTo(to - from);
            assertThat(times.edge(0)).isEqualTo(from);
            assertThat(times.edge(times.bins())).isEqualTo(to);
        }
    }
}
