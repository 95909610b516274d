package treeline.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Label;
import treeline.model.Metadata;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.source.ForwardingSource;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.testkit.FakeLine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

class WindowSourceTest {
    private static final int MAIN = 0;
    private static final int SOLVE = 1;
    private static final int IO = 2;
    private static final int NO_ACTIVITY = 3;

    private static final String RUN =
            """
            path        rank0  rank1  rank2
            main            1      1      1
            main/solve      1      1      1
            main/io         1      1      1
            """;

    private record Traced(Profile profile, Traces traces) implements ProfileSource {
        @Override
        public Outline outline() {
            return profile.outline();
        }

        @Override
        public Profile load(Slice slice) {
            throw new AssertionError("a window is of the traces alone");
        }

        @Override
        public ReadReport report() {
            return ReadReport.CLEAN;
        }

        @Override
        public void close() {}
    }

    private static WindowSource window(long from, long to, TraceLine... lines) {
        var source = new Traced(profileOf(RUN), new Traces(0, 100, List.of(lines)));
        return new WindowSource(source, new TimeWindow(from, to));
    }

    private static FakeLine rank0() {
        return FakeLine.of(0, 100, 10, SOLVE, 20, SOLVE, 30, IO, 60, TraceLine.NO_NODE);
    }

    private static double[] times(WindowSource source, int context) {
        MetricColumn column = source.load(Slice.summed()).values().column(0);
        double[] times = new double[column.nodes()];
        for (int node = 0; node < times.length; node++) {
            double time = column.at(context, node);
            times[node] = Double.isNaN(time) ? 0 : time;
        }
        return times;
    }

    @Test
    void aNodeHasTheTimeThatItsSamplesHoldWithinTheWindow() {
        assertThat(times(window(15, 70, rank0()), 0)).containsExactly(0, 15, 30, 10);
    }

    @Test
    void theTracesOfAWindowBeginAtZero() {
        Traces traces = window(15, 70, rank0()).traces();
        assertThat(traces.endNanos()).isEqualTo(55);
        assertThat(stretches(traces)).containsExactly("0-15 1", "15-45 2", "45-55 -1");
        assertThat(stretches(window(0, 10, rank0()).traces())).isEmpty();
        assertThat(stretches(window(90, 100, rank0()).traces())).containsExactly("0-10 -1");
    }

    private static List<String> stretches(Traces traces) {
        List<String> found = new ArrayList<>();
        for (TraceLine line : traces.lines())
            line.between(
                    0,
                    traces.endNanos(),
                    (begin, end, node) -> found.add("%d-%d %d".formatted(begin, end, node)));
        return found;
    }

    @Test
    void beforeTheFirstSampleNothingIsKnown() {
        assertThat(times(window(0, 10, rank0()), 0)).containsExactly(0, 0, 0, 0);
        assertThat(times(window(0, 100, rank0()), 0)).containsExactly(0, 20, 30, 40);
    }

    @Test
    void contextsWithoutTracesAreLeftOutAndNoted() {
        WindowSource source = window(0, 100, rank0(), FakeLine.of(2, 100, 0, MAIN));
        assertThat(source.outline().contexts())
                .extracting(each -> each.rank())
                .containsExactly(0, 2);
        assertThat(source.outline().tree().name(NO_ACTIVITY)).isEqualTo("<no activity>");
        assertThat(source.report().entries())
                .extracting(ReadReport.Entry::toString)
                .containsExactly("a context without a trace was omitted (first: rank 1)");
    }

    @Test
    void aSliceChoosesContextsAndNodes() {
        WindowSource source = window(0, 100, rank0(), FakeLine.of(1, 100, 0, MAIN));
        Profile one =
                source.load(
                        Slice.summed().withContexts(Selection.of(0)).withNodes(Selection.of(IO)));
        assertThat(one.contexts()).hasSize(1);
        assertThat(one.values().column(0).cells()).isEqualTo(1);
        assertThat(one.values().column(0).at(0, IO)).isEqualTo(30);
    }

    @Test
    void aShortWindowOfALongTraceReadsLittle() {
        long[] samples = new long[2 * 100_000];
        for (int i = 0; i < 100_000; i++) {
            samples[2 * i] = i;
            samples[2 * i + 1] = i % 3;
        }
        FakeLine line = FakeLine.of(0, 100_000, samples);
        assertThat(times(window(50_000, 50_003, line), 0)).containsExactly(1, 1, 1, 0);
        assertThat(line.reads().get()).isLessThan(40);
    }

    @Test
    void windowsThatMeetAddUpToTheWindowOfBoth() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            TraceLine[] lines = {drawn(random, 0), drawn(random, 1)};
            long[] cut = random.longs(3, -5, 120).sorted().toArray();
            if (cut[0] == cut[1] || cut[1] == cut[2]) continue;
            for (int context = 0; context < 2; context++) {
                double[] first = times(window(cut[0], cut[1], lines), context);
                double[] second = times(window(cut[1], cut[2], lines), context);
                double[] both = times(window(cut[0], cut[2], lines), context);
                double sum = 0;
                for (int node = 0; node < both.length; node++) {
                    assertThat(first[node] + second[node])
                            .as("seed %d", seed)
                            .isEqualTo(both[node]);
                    sum += both[node];
                }
                long begin = Math.max(cut[0], lines[context].nanos(0));
                long covered = Math.max(0, Math.min(cut[2], 100) - begin);
                assertThat(sum).isEqualTo((double) covered);
            }
        }
    }

    private static FakeLine drawn(Random random, int context) {
        long[] samples = new long[2 * (1 + random.nextInt(8))];
        long time = random.nextInt(20);
        for (int i = 0; i < samples.length; i += 2) {
            samples[i] = time;
            samples[i + 1] = random.nextLong(-1, 3);
            time += random.nextInt(10);
        }
        return FakeLine.of(context, 100, samples);
    }

    @Test
    void aRunWithoutTracesAndAnEmptyWindowAreRefused() {
        var untraced = new LoadedSource(profileOf(RUN), ReadReport.CLEAN);
        assertThatThrownBy(() -> new WindowSource(untraced, new TimeWindow(0, 1)))
                .hasMessage("the run has no traces");
        assertThatThrownBy(() -> new TimeWindow(5, 5))
                .hasMessage("a time window from 5 ns to 5 ns is empty");
    }

    /// A thread and two streams of rank 0, which wait without work.
    private static WindowSource streams(TraceLine... lines) {
        Outline whole = profileOf(RUN).outline();
        Outline outline =
                new Outline(
                        whole.tree(),
                        List.of(Label.of("colour", List.of("red", "green", "blue"))),
                        List.of(
                                Context.ofRank(0),
                                new Context("", 0, Context.NONE, 4, Context.NONE),
                                new Context("", 0, Context.NONE, 5, Context.NONE)),
                        List.of(),
                        Metadata.NONE);
        var source =
                new Traced(
                        new Profile(outline, new MetricTable(List.of(), List.of())),
                        new Traces(1_000, 100, List.of(lines)));
        return new WindowSource(source, new TimeWindow(10, 90));
    }

    @Test
    void streamsHaveAMetricOfTheirOwnWithoutIdleTime() {
        FakeLine thread = FakeLine.of(0, 100, 0, MAIN, 20, TraceLine.NO_NODE);
        FakeLine stream = FakeLine.of(1, 100, 0, SOLVE, 30, TraceLine.NO_NODE, 50, SOLVE, 60, IO);
        WindowSource both = streams(thread, stream);
        assertThat(both.outline().metrics())
                .containsExactly(WindowSource.TIME, WindowSource.DEVICE_TIME);
        Profile profile = both.load(Slice.summed());
        MetricColumn time = profile.values().column(0);
        MetricColumn busy = profile.values().column(1);
        assertThat(time.cells()).isEqualTo(2);
        assertThat(time.at(0, MAIN)).isEqualTo(10);
        assertThat(time.at(0, NO_ACTIVITY)).isEqualTo(70);
        assertThat(busy.cells()).isEqualTo(2);
        assertThat(busy.at(1, SOLVE)).isEqualTo(30);
        assertThat(busy.at(1, IO)).isEqualTo(30);
        assertThat(streams(thread).outline().metrics()).containsExactly(WindowSource.TIME);
        assertThat(streams(stream).outline().metrics()).containsExactly(WindowSource.DEVICE_TIME);
    }

    @Test
    void theWindowKeepsLabelsAndTheClockOfTheRun() {
        WindowSource source = streams(FakeLine.of(0, 100, 0, MAIN));
        Label colour = source.outline().labels().getFirst();
        assertThat(colour.size()).isEqualTo(4);
        assertThat(colour.at(IO)).isEqualTo("blue");
        assertThat(colour.at(NO_ACTIVITY)).isEmpty();
        assertThat(source.traces().originNanos()).isEqualTo(1_010);
        assertThat(window(10, 90, rank0()).traces().originNanos()).isZero();
    }

    @Test
    void aLineThatEndsBeforeTheWindowDoesEndsThere() {
        TraceLine line = window(15, 70, FakeLine.of(0, 50, 10, SOLVE)).traces().lines().getFirst();
        assertThat(line.endNanos()).isEqualTo(35);
        assertThat(window(15, 40, FakeLine.of(0, 50, 10, SOLVE)).traces().lines().getFirst())
                .extracting(TraceLine::endNanos)
                .isEqualTo(25L);
    }

    /// The recursion of 200 nodes has a time for each in the order of the tree.
    @Test
    void manyNodesMayBeTouchedByOneContext() {
        var builder = new ProfileBuilder();
        builder.context(Context.ofRank(0));
        int node = ProfileBuilder.ROOT;
        for (int i = 0; i < 200; i++) node = builder.child(node, Frame.function("f" + i));
        long[] samples = new long[800];
        for (int i = 0; i < 400; i++) {
            samples[2 * i] = i;
            samples[2 * i + 1] = 199L - i % 200;
        }
        var traces = new Traces(0, 400, List.of(FakeLine.of(0, 400, samples)));
        var source = new WindowSource(new Traced(builder.build(), traces), new TimeWindow(0, 400));
        MetricColumn column = source.load(Slice.summed()).values().column(0);
        assertThat(column.cells()).isEqualTo(200);
        for (int each = 0; each < 200; each++) assertThat(column.at(0, each)).isEqualTo(2);
    }

    @Test
    void theRunIsClosedWithItsWindow() throws IOException {
        var closed = new AtomicBoolean();
        var run =
                new ForwardingSource(
                        new Traced(profileOf(RUN), new Traces(0, 100, List.of(rank0())))) {
                    @Override
                    public void close() {
                        closed.set(true);
                    }
                };
        new WindowSource(run, new TimeWindow(0, 10)).close();
        assertThat(closed).isTrue();
    }
}
