package treeline.formats.perfetto;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// Opens traces written by hand.
abstract class PerfettoFixture {
    static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);
    static final Metric GPU_TIME = new Metric("gpu time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);

    @TempDir Path folder;
    String report = "";
    @Nullable Profile read;
    Traces traces = Traces.NONE;

    /// A thread and a stream.
    static PerfettoBytes threads() {
        return new PerfettoBytes()
                .process(10, 42, "solver")
                .thread(11, 42, 42)
                .track(20, 10, "COMPUTE AGENT [0] STREAM [3] (GPU)");
    }

    int at(String... path) {
        return profile().tree().at(List.of(path));
    }

    double time(int context, String... path) {
        return profile().column(TIME).at(context, at(path));
    }

    Profile profile() {
        return Objects.requireNonNull(read);
    }

    void assertRefused(PerfettoBytes trace, String message) {
        assertThatThrownBy(() -> read(trace))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(message);
    }

    String readQuietly(byte[] bytes) {
        try {
            read(bytes);
            return report;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    void read(PerfettoBytes trace) throws IOException {
        read(trace.toBytes());
    }

    void read(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("run.pftrace"), bytes);
        try (ProfileSource source = new PerfettoFormat().open(Input.of(file))) {
            report = source.report().entries().toString();
            traces = source.traces();
            read = source.load(Slice.everything());
        }
    }
}
