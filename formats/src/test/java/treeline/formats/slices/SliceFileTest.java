package treeline.formats.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.formats.reading.ThreadTable;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.FileChangedException;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// How often a file of slices is read, and for what.
class SliceFileTest {
    private static final SliceClock SECONDS = new SliceClock(Unit.SECONDS, 1e9, 0);
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric GPU_TIME =
            new Metric("gpu time", Unit.SECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric MOVED = new Metric("moved", Unit.BYTES, Metric.Scope.EXCLUSIVE);

    private int readings;

    private enum Kind implements SliceKind {
        CALL,
        WORK;

        @Override
        public Frame frame(String name) {
            return Frame.function(name);
        }

        @Override
        public boolean launches() {
            return this == CALL;
        }

        @Override
        public boolean isOfDevice() {
            return this == WORK;
        }
    }

    /// What a reading of a file gives.
    private interface Content {
        void give(SliceProfile into);
    }

    private ProfileSource open(Content content) throws IOException {
        return open(content, 0);
    }

    private ProfileSource open(Content content, long zeroNanos) throws IOException {
        return new SliceFile(
                        Path.of("run.trace"),
                        List.of(Kind.values()),
                        SECONDS,
                        (_, into) -> {
                            readings++;
                            content.give(into);
                            var threads = new ThreadTable();
                            threads.of("1", "1");
                            threads.ofStream("", "0", "7");
                            return new SliceFacts(threads, Metadata.NONE, zeroNanos);
                        })
                .open();
    }

    private static void call(Lane lane, String name, double begin, double duration) {
        lane.add(Kind.CALL, name, Lane.WHOLE, begin, duration, Lane.NO_LAUNCH);
    }

    private static double time(Profile profile, String... path) {
        int node = profile.tree().at(List.of(path));
        return profile.column(TIME).at(profile.contexts().size() - 1, node);
    }

    @Test
    void slicesInOrderAreReadOnceAndAgainForTraces() throws IOException {
        try (ProfileSource source =
                open(
                        slices -> {
                            call(slices.lane(0), "main", 10, 4);
                            call(slices.lane(0), "solve", 11, 2);
                        })) {
            Profile profile = source.load(Slice.everything());
            assertThat(time(profile, "main")).isEqualTo(4);
            assertThat(time(profile, "main", "solve")).isEqualTo(2);
            assertThat(profile.metrics()).doesNotContain(MOVED);
            assertThat(readings).isOne();
            assertThat(source.traces().endNanos()).isEqualTo(4_000_000_000L);
            assertThat(source.traces().originNanos()).isZero();
            assertThat(readings).isEqualTo(2);
        }
    }

    @Test
    void slicesOutOfOrderAreReadAgain() throws IOException {
        try (ProfileSource source =
                open(
                        slices -> {
                            call(slices.lane(0), "solve", 11, 2);
                            call(slices.lane(0), "main", 10, 4);
                        })) {
            assertThat(time(source.load(Slice.everything()), "main", "solve")).isEqualTo(2);
            assertThat(readings).isEqualTo(2);
        }
    }

    @Test
    void slicesThatAreKnownToBeOutOfOrderAreReadOnce() throws IOException {
        try (ProfileSource source =
                open(
                        slices -> {
                            call(slices.unorderedLane(0), "solve", 11, 2);
                            call(slices.unorderedLane(0), "main", 10, 4);
                        })) {
            assertThat(time(source.load(Slice.everything()), "main", "solve")).isEqualTo(2);
            assertThat(readings).isOne();
        }
    }

    @Test
    void launchesAreThoseOfTheirProcess() throws IOException {
        try (ProfileSource source =
                open(
                        slices -> {
                            Lane host = slices.lane(0);
                            host.add(Kind.CALL, "one", Lane.WHOLE, 0, 1, slices.launch(0, 5));
                            host.add(Kind.CALL, "two", Lane.WHOLE, 2, 1, slices.launch(1, 5));
                            Lane stream = slices.lane(1);
                            stream.add(Kind.WORK, "copy", Lane.WHOLE, 1, 3, slices.launch(0, 5));
                            stream.moves(64);
                            stream.add(Kind.WORK, "copy", Lane.WHOLE, 5, 2, slices.launch(1, 5));
                            stream.add(Kind.WORK, "lone", Lane.WHOLE, 8, 1, slices.launch(2, 5));
                        },
                        1_000)) {
            Profile profile = source.load(Slice.everything());
            int copy = profile.tree().at(List.of("one", "copy"));
            assertThat(profile.column(MOVED).at(0, copy)).isEqualTo(64);
            assertThat(profile.column(GPU_TIME).at(0, copy)).isEqualTo(3);
            MetricColumn ofGpu = profile.column(GPU_TIME);
            assertThat(ofGpu.at(0, profile.tree().at(List.of("two")))).isEqualTo(2);
            assertThat(ofGpu.at(0, profile.tree().at(List.of("lone")))).isOne();
            assertThat(source.report().entries().toString())
                    .contains(
                            "the launch of a kernel is not in the file; the kernel becomes a root");
            Traces traces = source.traces();
            assertThat(traces.originNanos()).isEqualTo(1_000);
            assertThat(traces.lines()).hasSize(2);
        }
    }

    @Test
    void aFileThatChangedBeforeItsTracesWereReadIsAnError() throws IOException {
        try (ProfileSource source =
                open(
                        slices -> {
                            call(slices.lane(0), "main", 0, 4);
                            if (readings > 1) call(slices.lane(0), "more", 1, 1);
                        })) {
            assertThatThrownBy(source::traces).hasCauseInstanceOf(FileChangedException.class);
        }
    }

    @Test
    void aThreadThatIsOutOfOrderOnlyInTheChangedFileIsAnError() throws IOException {
        try (ProfileSource source =
                open(
                        slices -> {
                            call(slices.lane(0), "main", 1, 1);
                            call(slices.lane(0), "main", readings > 1 ? 0 : 2, 1);
                        })) {
            assertThatThrownBy(source::traces).hasCauseInstanceOf(FileChangedException.class);
        }
    }
}
