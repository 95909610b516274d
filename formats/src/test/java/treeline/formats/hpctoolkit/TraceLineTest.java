package treeline.formats.hpctoolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.CallTree;
import treeline.source.Input;
import treeline.source.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class TraceLineTest {
    private static final long WHENEVER = Long.MAX_VALUE;

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
                                                        node == TraceLine.IDLE
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
            assertThat(source.traces()).isEmpty();
        }
        try (var source = open(PHASES)) {
            assertThat(source.outline().metadata().keys())
                    .contains("trace.contexts", "trace.samples", "trace.begin.ns", "trace.end.ns");
        }
    }

    @Test
    void aLineIsOfAContextAndThoseWithoutSamplesHaveNone() throws IOException {
        try (var source = open("1 1000000 2\n2 1000500 3\n2 1000700 0\n")) {
            assertThat(source.traces()).extracting(TraceLine::context).containsExactly(0, 1);
            TraceLine rank0 = source.traces().getFirst();
            assertThat(source.outline().contexts().get(rank0.context()).rank()).isZero();
            assertThat(rank0.samples()).isEqualTo(2);
            assertThat(rank0.beginNanos(0)).isEqualTo(1_000_500);
            assertThat(source.outline().tree().frame(rank0.node(0)).name()).isEqualTo("main.c:13");
            assertThat(rank0.node(1)).isEqualTo(TraceLine.IDLE);
        }
    }

    @Test
    void aSampleLastsUntilTheNextAndTheLastUntilTheRunEnds() throws IOException {
        try (var source = open("1 1000000 2\n1 1000700 3\n")) {
            TraceLine line = source.traces().getFirst();
            assertThat(line.endNanos(0)).isEqualTo(1_000_700);
            assertThat(line.endNanos(1)).isEqualTo(SampleDatabase.TRACE_END);
        }
    }

    @Test
    void samplesInOneNodeAreOneStretch() throws IOException {
        try (var source = open(PHASES)) {
            assertThat(stretches(source, 0, WHENEVER))
                    .containsExactly(
                            "1000000-1002000 main.c:12",
                            "1002000-1003000 main.c:13",
                            "1003000-1004000 idle",
                            "1004000-1010000 main.c:12");
        }
    }

    @Test
    void stretchesAreCutAtTheTimesAskedFor() throws IOException {
        try (var source = open(PHASES)) {
            assertThat(stretches(source, 1_001_500, 1_002_500))
                    .containsExactly("1001500-1002000 main.c:12", "1002000-1002500 main.c:13");
            assertThat(stretches(source, 1_000_100, 1_000_200))
                    .containsExactly("1000100-1000200 main.c:12");
            assertThat(stretches(source, 1_002_000, 1_003_000))
                    .containsExactly("1002000-1003000 main.c:13");
            assertThat(stretches(source, 0, 1_000_000)).isEmpty();
            assertThat(stretches(source, SampleDatabase.TRACE_END, WHENEVER)).isEmpty();
        }
    }

    @Test
    void aTimeFindsTheSampleThatHoldsThen() throws IOException {
        try (var source = open(PHASES)) {
            TraceLine line = source.traces().getFirst();
            assertThat(line.sampleAt(999_999)).isEqualTo(-1);
            assertThat(line.sampleAt(1_000_000)).isZero();
            assertThat(line.sampleAt(1_003_999)).isEqualTo(3);
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
            assertThatThrownBy(() -> source.traces().getFirst().node(0))
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessageEndingWith("expected a context of meta.db, found context 77");
        }
    }

    @Test
    void aSampleThatIsNotThereIsRefused() throws IOException {
        try (var source = open("1 1002000 2\n")) {
            assertThatThrownBy(() -> source.traces().getFirst().beginNanos(1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aRunWithoutTracesAndASummaryHaveNoLines() throws IOException {
        try (var source = open(PHASES);
                var summary = new HpctoolkitSummaryFormat().open(Input.of(folder.toString()))) {
            assertThat(source.traces()).hasSize(1);
            assertThat(summary.traces()).isEmpty();
        }
    }
}
