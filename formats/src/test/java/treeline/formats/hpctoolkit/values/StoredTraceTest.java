package treeline.formats.hpctoolkit.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.hpctoolkit.HpctoolkitFormat;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.formats.hpctoolkit.HpctoolkitSummaryFormat;
import treeline.formats.hpctoolkit.SampleDatabase;
import treeline.model.CallTree;
import treeline.source.Input;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

class StoredTraceTest {
    private static final long WHENEVER = Long.MAX_VALUE;
    private static final long BEGIN = 1_000_000;
    private static final long END = SampleDatabase.TRACE_END - BEGIN;

    @TempDir Path folder;

    /// Profile 1 is of rank 1, profile 2 of rank 0, profile 3 has no samples.
    private HpctoolkitSource open(String samples) throws IOException {
        SampleDatabase sample =
                SampleDatabase.of(
                        """
                        1  entry main thread
                        4    function main
                        2      line main.c:12
                        3      line main.c:13
                        """,
                        """
                        metric CPUTIME (sec)
                        context  rank1  rank0  rank2
                        2            6      1      1
                        """);
        sample.traces = "profile time context\n" + samples;
        sample.write(folder);
        return new HpctoolkitFormat().open(Input.of(folder.toString()));
    }

    private static List<String> stretches(HpctoolkitSource source, long from, long to) {
        CallTree tree = source.outline().tree();
        List<String> found = new ArrayList<>();
        source.traces()
                .lines()
                .getFirst()
                .between(
                        from,
                        to,
                        (begin, end, node) ->
                                found.add(
                                        "%d-%d %s"
                                                .formatted(
                                                        begin,
                                                        end,
                                                        node == TraceLine.NO_NODE
                                                                ? "idle"
                                                                : tree.frame(node).name())));
        return found;
    }

    private static final String PHASES =
            """
            1  1000000  2
            1  1001000  2
            1  1002000  3
            1  1003000  0
            1  1004000  2
            """;

    @Test
    void aTraceWithoutSamplesSaysNothingAboutTimes() throws IOException {
        try (var source = open("")) {
            assertThat(source.outline().metadata().keys())
                    .noneMatch(key -> key.startsWith("trace."));
            assertThat(source.traces()).isEqualTo(Traces.NONE);
        }
        try (var source = open(PHASES)) {
            assertThat(source.outline().metadata().keys())
                    .contains("trace.contexts", "trace.samples", "trace.begin.ns", "trace.end.ns");
        }
    }

    @Test
    void aLineIsOfAContextAndThoseWithoutSamplesHaveNone() throws IOException {
        try (var source = open("1 1000000 2\n2 1000500 3\n2 1000700 0\n")) {
            assertThat(source.traces().lines())
                    .extracting(TraceLine::context)
                    .containsExactly(0, 1);
            TraceLine rank0 = source.traces().lines().getFirst();
            assertThat(source.outline().contexts().get(rank0.context()).rank()).isZero();
            assertThat(rank0.samples()).isEqualTo(2);
            assertThat(rank0.nanos(0)).isEqualTo(500);
            assertThat(source.outline().tree().frame(rank0.node(0)).name()).isEqualTo("main.c:13");
            assertThat(rank0.node(1)).isEqualTo(TraceLine.NO_NODE);
        }
    }

    @Test
    void timesCountFromTheBeginOfTheRun() throws IOException {
        try (var source = open("1 1000100 2\n2 1000500 3\n")) {
            assertThat(source.traces().originNanos()).isEqualTo(BEGIN);
            assertThat(source.traces().endNanos()).isEqualTo(END);
            assertThat(source.traces().samples()).isEqualTo(2);
        }
    }

    @Test
    void theFirstSampleFromATimeOnIsFound() throws IOException {
        try (var source = open(PHASES)) {
            TraceLine line = source.traces().lines().getFirst();
            assertThat(line.firstFrom(-1)).isZero();
            assertThat(line.firstFrom(1_000)).isEqualTo(1);
            assertThat(line.firstFrom(1_001)).isEqualTo(2);
            assertThat(line.firstFrom(4_001)).isEqualTo(5);
        }
    }

    /// The exponential search finds the same nodes as a binary search per time.
    @Test
    void theNodesAtSomeTimesAreThoseOfTheirSamples() throws IOException {
        var samples = new StringBuilder();
        var random = new Random(5);
        long time = BEGIN + 50;
        for (int i = 0; i < 400; i++, time += random.nextInt(i % 100 < 50 ? 3 : 40))
            samples.append("1 %d %d%n".formatted(time, List.of(0, 2, 3).get(random.nextInt(3))));
        try (var source = open(samples.toString())) {
            TraceLine line = source.traces().lines().getFirst();
            for (int step : new int[] {1, 7, 100, 3_000}) {
                long[] times = LongStream.range(0, 9_000 / step).map(i -> i * step).toArray();
                int[] nodes = new int[times.length];
                line.nodesAt(times, nodes);
                for (int i = 0; i < times.length; i++) {
                    int sample = line.sampleAt(times[i]);
                    assertThat(nodes[i])
                            .isEqualTo(
                                    sample < 0 || times[i] >= line.endNanos()
                                            ? TraceLine.NOT_TRACED
                                            : line.node(sample));
                }
            }
        }
    }

    @Test
    void aSampleLastsUntilTheNextAndTheLastUntilTheRunEnds() throws IOException {
        try (var source = open("1 1000000 2\n1 1000700 3\n")) {
            TraceLine line = source.traces().lines().getFirst();
            assertThat(line.nanos(1)).isEqualTo(700);
            assertThat(line.endNanos()).isEqualTo(END);
        }
    }

    @Test
    void samplesInOneNodeAreOneStretch() throws IOException {
        try (var source = open(PHASES)) {
            assertThat(stretches(source, 0, WHENEVER))
                    .containsExactly(
                            "0-2000 main.c:12",
                            "2000-3000 main.c:13",
                            "3000-4000 idle",
                            "4000-10000 main.c:12");
        }
    }

    @Test
    void stretchesAreCutAtTheTimesAskedFor() throws IOException {
        try (var source = open(PHASES)) {
            assertThat(stretches(source, 1_500, 2_500))
                    .containsExactly("1500-2000 main.c:12", "2000-2500 main.c:13");
            assertThat(stretches(source, 100, 200)).containsExactly("100-200 main.c:12");
            assertThat(stretches(source, 2_000, 3_000)).containsExactly("2000-3000 main.c:13");
            assertThat(stretches(source, -500, 0)).isEmpty();
            assertThat(stretches(source, END, WHENEVER)).isEmpty();
        }
    }

    @Test
    void aTimeFindsTheSampleThatHoldsThen() throws IOException {
        try (var source = open(PHASES)) {
            TraceLine line = source.traces().lines().getFirst();
            assertThat(line.sampleAt(-1)).isEqualTo(-1);
            assertThat(line.sampleAt(0)).isZero();
            assertThat(line.sampleAt(3_999)).isEqualTo(3);
            assertThat(line.sampleAt(WHENEVER)).isEqualTo(4);
        }
    }

    @Test
    void aSampleBeforeTheOneItFollowsIsRefused() throws IOException {
        try (var source = open("1 1002000 2\n1 1001000 3\n")) {
            assertThatThrownBy(() -> stretches(source, 0, WHENEVER))
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessageContaining("trace.db at byte ")
                    .hasMessageEndingWith("expected a time from 1002000 on, found 1001000");
        }
    }

    @Test
    void aSampleOfAContextThatIsNotInTheTreeIsRefused() throws IOException {
        try (var source = open("1 1002000 77\n")) {
            assertThatThrownBy(() -> source.traces().lines().getFirst().node(0))
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessageEndingWith("expected a context of meta.db, found context 77");
        }
    }

    @Test
    void aSampleThatIsNotThereIsRefused() throws IOException {
        try (var source = open("1 1002000 2\n")) {
            assertThatThrownBy(() -> source.traces().lines().getFirst().nanos(1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aRunWithoutTracesAndASummaryHaveNoLines() throws IOException {
        try (var source = open(PHASES);
                var summary = new HpctoolkitSummaryFormat().open(Input.of(folder.toString()))) {
            assertThat(source.traces().lines()).hasSize(1);
            assertThat(summary.traces()).isEqualTo(Traces.NONE);
        }
    }
}
