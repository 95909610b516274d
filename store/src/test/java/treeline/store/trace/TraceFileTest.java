package treeline.store.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Trace files: what was written is read, and damage is found.
class TraceFileTest {
    private static final String RECORDING = "0123abcd-0000-4000-8000-000000000000";

    @TempDir Path folder;

    /// 3,000 iterations of `main/step` with a barrier each: several blocks.
    private static final ThreadTrace STEPS =
            new ThreadTrace() {
                @Override
                public int number() {
                    return 0;
                }

                @Override
                public long dropped() {
                    return 0;
                }

                @Override
                public int paths() {
                    return 2;
                }

                @Override
                public int parent(int path) {
                    return path - 1;
                }

                @Override
                public String name(int path) {
                    return path == 0 ? "main" : "step";
                }

                @Override
                public void writeTo(Sink sink) {
                    sink.begin(0, 0);
                    for (int i = 0; i < 3_000; i++) {
                        sink.begin(100 + i * 100, 1);
                        sink.collective(TraceFileWriter.code(OperationKind.BARRIER), -1, 0);
                        sink.end(150 + i * 100);
                    }
                    sink.end(400_000);
                }
            };

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = write(0, List.of(new ClockReading(0, 1_000, 0)));
    }

    private Path write(int rank, List<ClockReading> clock) throws IOException {
        var group = new TraceGroup("all", 1, List.of(0, 1));
        var writer = new TraceFileWriter(RECORDING, rank, 2, 7, 500_000, clock, List.of(group));
        writer.write(folder, List.of(STEPS));
        return folder.resolve(writer.name());
    }

    private ProfileSource recording() throws IOException {
        var builder = new ProfileBuilder();
        int main = builder.child(ProfileBuilder.ROOT, builder.frame(Frame.region("main")));
        int step = builder.child(main, builder.frame(Frame.region("step")));
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.EXCLUSIVE));
        for (int rank = 0; rank < 2; rank++)
            builder.add(time, builder.context(Context.ofRank(rank)), step, 1);
        builder.metadata(
                Metadata.NONE.with(TracedRecording.FILES, TraceFileWriter.names(RECORDING)));
        Profile profile = builder.build();
        Path part = Files.writeString(folder.resolve("part-000.tldb"), "");
        return TracedRecording.of(
                new LoadedSource(profile, new ReadReport.Log().report()), List.of(part));
    }

    @Test
    void samplesAreFoundByTimeInAnyBlock() throws Exception {
        write(1, List.of(new ClockReading(0, 1_000, 0)));
        try (ProfileSource source = recording()) {
            Traces traces = source.traces();
            TraceLine line = traces.lines().getFirst();
            assertThat(source.report().entries()).isEmpty();
            assertThat(line.samples()).isEqualTo(6_002);
            assertThat(traces.endNanos()).isEqualTo(401_000);
            assertThat(traces.originNanos()).isEqualTo(7);
            assertThat(line.firstFrom(1_100)).isEqualTo(1);
            for (int i = 0; i < 3_000; i++) {
                assertThat(line.nanos(1 + 2 * i)).isEqualTo(1_100 + i * 100);
                assertThat(line.node(1 + 2 * i)).isEqualTo(1);
                assertThat(line.node(2 + 2 * i)).isZero();
                assertThat(line.sampleAt(1_149 + i * 100)).isEqualTo(1 + 2 * i);
            }
            assertThat(line.node(6_001)).isEqualTo(TraceLine.NO_NODE);
            Operations operations = traces.interactions().of(1);
            assertThat(operations.size()).isEqualTo(3_000);
            assertThat(operations.startedNanos(2_999)).isEqualTo(301_000);
            assertThat(operations.finishedNanos(2_999)).isEqualTo(301_050);
            assertThat(traces.interactions().groups().getFirst().members()).containsExactly(0, 1);
        }
    }

    @Test
    void clocksAreCorrectedLinearly() throws Exception {
        write(1, List.of(new ClockReading(0, 5_000, 3), new ClockReading(400_000, 9_000, 4)));
        try (ProfileSource source = recording()) {
            TraceLine line = source.traces().lines().get(1);
            assertThat(line.nanos(0)).isEqualTo(5_000);
            assertThat(line.nanos(1)).isEqualTo(5_101);
            assertThat(line.nanos(6_001)).isEqualTo(409_000);
        }
    }

    @Test
    void correctedTimesNeverGoBack() {
        RankClock clock =
                RankClock.of(List.of(new ClockReading(0, 100, 1), new ClockReading(50, 51, 1)));
        for (long nanos = -10; nanos < 60; nanos++)
            assertThat(clock.runNanos(nanos + 1)).isGreaterThanOrEqualTo(clock.runNanos(nanos));
    }

    @Test
    void aMissingFileIsReportedByName() throws Exception {
        try (ProfileSource source = recording()) {
            assertThat(source.traces().lines()).hasSize(1);
            assertThat(source.report().entries().getFirst().toString())
                    .contains("a trace file is missing")
                    .contains("trace-0123abcd-001.tltrace");
        }
    }

    @Test
    void aFileThatIsCutAnywhereIsRefused() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 7) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> TraceFile.open(file))
                    .isInstanceOf(MalformedProfileException.class)
                    .hasMessageContaining(file + " at byte ");
        }
        try (ProfileSource source = recording()) {
            assertThat(source.traces().isEmpty()).isTrue();
            assertThat(source.report().entries().getFirst().toString())
                    .contains("a trace file cannot be read", file.toString());
        }
    }

    /// The name of the group has no checksum of its own, so every byte is tried.
    @Test
    void everyFlippedBitIsNoticed() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        List<Integer> unnoticed = new ArrayList<>();
        for (int at = 0; at < whole.length; at += at < 64 || at > whole.length - 200 ? 1 : 41) {
            byte[] damaged = whole.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            Files.write(file, damaged);
            try (TraceFile opened = TraceFile.open(file)) {
                opened.verify();
                unnoticed.add(at);
            } catch (MalformedProfileException found) {
                assertThat(found).hasMessageContaining(file + " at byte ");
            }
        }
        assertThat(unnoticed).isEmpty();
    }

    @Test
    void aDamagedBlockIsRefusedWhenItIsRead() throws Exception {
        byte[] damaged = Files.readAllBytes(file);
        damaged[TraceLayout.BLOCKS_AT + 5] ^= 1;
        Files.write(file, damaged);
        try (ProfileSource source = recording()) {
            TraceLine line = source.traces().lines().getFirst();
            assertThatThrownBy(() -> line.nanos(0))
                    .hasMessageContaining("at byte 12: expected")
                    .hasMessageContaining("checksum");
            assertThat(line.nanos(6_001)).isEqualTo(401_000);
            assertThatThrownBy(() -> source.traces().interactions().of(0))
                    .isInstanceOf(MalformedProfileException.class);
        }
    }

    @Test
    void aTraceOfAnotherRecordingIsNotUsed() throws Exception {
        Path other = folder.resolve("trace-0123abcd-001.tltrace");
        new TraceFileWriter(
                        "ffffffff-0000", 1, 2, 7, 9, List.of(new ClockReading(0, 0, 0)), List.of())
                .write(folder, List.of());
        Files.move(folder.resolve("trace-ffffffff-001.tltrace"), other);
        try (ProfileSource source = recording()) {
            assertThat(source.traces().lines()).hasSize(1);
            assertThat(source.report().entries().getFirst().toString())
                    .contains("expected a trace of recording 0123abcd, found ffffffff-0000");
        }
    }
}
