package treeline.formats.otf2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A small archive written by hand. Archives of other tools are compared in [Otf2OracleTest].
class Otf2Test {
    @TempDir Path folder;

    @BeforeEach
    void write() throws IOException {
        SampleArchive.write(folder);
    }

    @Test
    void anArchiveIsAProfileOfItsRanks() throws IOException {
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            Profile profile = source.load(Slice.everything());
            assertThat(profile.contexts()).map(Context::rank).containsExactly(0, 1);
            Metric time = profile.outline().metric("time").in(Metric.Scope.EXCLUSIVE);
            assertThat(profile.column(time).at(0, at(profile, "main"))).isEqualTo(800);
            assertThat(profile.column(time).at(1, at(profile, "main", "MPI_Recv"))).isEqualTo(200);
            assertThat(profile.tree().frame(0).file()).isEqualTo("main.c");
            assertThat(source.report().entries()).isEmpty();
        }
    }

    private static int at(Profile profile, String... path) {
        return profile.tree().at(List.of(path));
    }

    @Test
    void itsTraceHasTheMessageAndTheBarrier() throws IOException {
        try (ProfileSource source = Formats.all().open(folder.resolve("traces.otf2").toString())) {
            Traces traces = source.traces();
            assertThat(traces.originNanos()).isEqualTo(1_700_000_000L);
            assertThat(traces.endNanos()).isEqualTo(1000);
            Operations sender = traces.interactions().of(0);
            assertThat(sender.kind(0)).isEqualTo(OperationKind.SEND);
            assertThat(sender.peer(0)).isOne();
            assertThat(sender.tag(0)).isEqualTo(9);
            assertThat(sender.bytesSent(0)).isEqualTo(64);
            assertThat(sender.startedNanos(0)).isEqualTo(150);
            Operations receiver = traces.interactions().of(1);
            assertThat(receiver.kind(1)).isEqualTo(OperationKind.BARRIER);
            assertThat(receiver.beginNanos(1)).isEqualTo(300);
            assertThat(traces.interactions().groups().getFirst().name()).isEqualTo("world");
        }
    }

    @Test
    void unsupportedArchivesAreRefusedByName() throws IOException {
        assertRefused(1, 0x23, "expected a little-endian archive, found byte order 35");
        assertRefused(
                Otf2Layout.ANCHOR_COMPRESSION_AT,
                2,
                "expected an uncompressed archive, found compression 2");
        assertRefused(
                Otf2Layout.ANCHOR_SUBSTRATE_AT,
                2,
                "expected plain files (convert SION archives with a library that supports them),"
                        + " found substrate 2");
    }

    private void assertRefused(int at, int value, String message) throws IOException {
        byte[] anchor = SampleArchive.anchor();
        anchor[at] = (byte) value;
        Files.write(folder.resolve("traces.otf2"), anchor);
        assertThatThrownBy(() -> Formats.all().open(folder.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining(message);
    }

    @Test
    void missingEventsAreCounted() throws IOException {
        Files.write(
                folder.resolve("traces/1.evt"),
                Otf2Bytes.chunk(1, 2)
                        .time(SampleArchive.OFFSET)
                        .event(Otf2Layout.ENTER, 0)
                        .time(SampleArchive.OFFSET + 10)
                        .event(Otf2Layout.LEAVE, 0)
                        .finished());
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            assertThat(source.report().toString())
                    .contains(
                            "the number of events differs from the one in the definitions (first:"
                                    + " thread: 2 instead of 9)");
        }
    }

    @Test
    void aMissingFileOfEventsIsNamed() throws IOException {
        Files.delete(folder.resolve("traces/1.evt"));
        assertThatThrownBy(() -> Formats.all().open(folder.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith("1.evt: expected a file of the archive, found no such file");
    }
}
