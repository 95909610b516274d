package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.model.Version;
import treeline.record.parts.MessageWriter;
import treeline.record.parts.PathTable;
import treeline.record.parts.RecordingPart;
import treeline.record.parts.SnapshotFile;
import treeline.record.parts.SnapshotFormat;
import treeline.record.parts.ValuesMessage;
import treeline.record.ranks.SoloCommunicator;
import treeline.source.Input;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.join.Parts;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.FormatContract;
import treeline.testkit.ProfileDifference;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.zip.CRC32C;

class SnapshotFormatTest extends FormatContract {
    private static final int MARK_BYTES = 8;
    private static final RankMetrics METRICS =
            RankMetrics.of(DeclaredMetric.parse("tag:0;mem:1"), List.of());

    @Override
    protected ProfileFormat format() {
        return new SnapshotFormat();
    }

    @Override
    protected boolean noticesEveryFlip() {
        return true;
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                written(part(1, true), into.resolve("whole.tlsnap")),
                written(part(2, false), into.resolve("plain.tlsnap")),
                written(SnapshotReads.restarted(), into.resolve("restarted.tlsnap")),
                written(sums(), into.resolve("sums.tlsnap")));
    }

    static Path written(RecordingPart part, Path file) throws IOException {
        List<String> problems = new ArrayList<>();
        long bytes = new SnapshotFile().write(part, file, problems);
        assertThat(problems).isEmpty();
        assertThat(bytes).isEqualTo(Files.size(file));
        return file;
    }

    /// Two repetitions of a loop, with and without values of its own, and what comes after.
    private static RankEvents rank(boolean hasMetrics) {
        var clock = new ManualClock();
        var events =
                new RankEvents(
                        new SoloCommunicator(),
                        METRICS,
                        clock.options(Path.of("out")).build(),
                        false);
        for (int repetition = 0; repetition < 2; repetition++)
            try (Event _ = events.main.begin("main", null, -1, true)) {
                for (int i = 0; i < 5; i++)
                    try (Event step = events.main.begin("step", Loop.EACH, i, true)) {
                        clock.pass(100 + i);
                        if (hasMetrics) step.add("mem", i + 0.5).put("tag", "COMP");
                    }
                events.main.begin("sum", Loop.SUM, 0, true).close();
                clock.pass(7);
            }
        return events;
    }

    static RecordingPart part(int ranks, boolean hasMetrics) {
        RankPaths paths = RankPaths.of(rank(hasMetrics));
        PathTable table =
                new SyncPhase(new SoloCommunicator()).run(paths, (_, _) -> 1).requireTable();
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < ranks; i++) messages.add(RankValuesWriter.message(paths, table, false));
        Metadata metadata =
                Metadata.NONE
                        .with("program", "söme")
                        .with("ranks", -7)
                        .with("seconds", new Metadata.Value.Real(0.25))
                        .with("flag", new Metadata.Value.Flag(true));
        return new RecordingPart(
                messages, 3, table, METRICS.recorded(), new Parts.Mark("r1", 0, 1).onto(metadata));
    }

    /// Sums of ranks with two sets of paths, different calls, a metric on some paths, and one rank
    /// without values.
    static RecordingPart sums() {
        List<RankPaths> ranks = new ArrayList<>();
        for (int rank = 0; rank < 6; rank++) ranks.add(RankPaths.of(sumsOf(rank)));
        PathTable table =
                new SyncPhase(new SoloCommunicator()).run(ranks.get(1), (_, _) -> 1).requireTable();
        List<byte[]> messages = new ArrayList<>();
        for (RankPaths each : ranks) messages.add(RankValuesWriter.message(each, table, false));
        return new RecordingPart(
                messages,
                0,
                table,
                METRICS.recorded(),
                new Parts.Mark("r1", 0, 1).onto(Metadata.NONE));
    }

    private static RankEvents sumsOf(int rank) {
        var clock = new ManualClock();
        var events =
                new RankEvents(
                        new SoloCommunicator(),
                        METRICS,
                        clock.options(Path.of("out")).build(),
                        false);
        if (rank == 4) return events;
        try (Event _ = events.main.begin("main", null, -1, true)) {
            for (int call = 0; call <= rank / 4; call++) {
                Event solve = events.main.begin("solve", null, -1, true);
                clock.pass(1000 - 7 * rank);
                if (rank > 1) solve.add("mem", 0.1 * rank);
                solve.close();
            }
            if (rank % 2 == 1) events.main.begin("update", Loop.SUM, 0, false).close();
            events.main.begin("write", null, -1, true).close();
        }
        return events;
    }

    @Test
    void packedSumsAreReadAsTheyWereWritten() throws IOException {
        RecordingPart part = sums();
        Path file = written(part, folder.resolve("a.tlsnap"));
        Path database = folder.resolve("a.tldb");
        RecordingPart.exported(new DatabaseExporter()).write(part, database, new ArrayList<>());
        Profile expected = Recordings.read(database);
        assertThat(ProfileDifference.between(expected, Recordings.read(file))).isEmpty();
        assertThat(expected.contexts()).hasSize(6);
        int messages = part.messages().stream().mapToInt(message -> message.length).sum();
        assertThat(Files.size(file)).isLessThan(messages + 200);
    }

    @Test
    void itSaysWhatTheDatabaseOfTheSameMessagesSays() throws IOException {
        RecordingPart part = part(3, true);
        Path database = folder.resolve("a.tldb");
        RecordingPart.exported(new DatabaseExporter()).write(part, database, new ArrayList<>());
        Profile expected = Recordings.read(database);
        Profile snapshot = Recordings.read(written(part, folder.resolve("a.tlsnap")));
        assertThat(ProfileDifference.between(expected, snapshot)).isEmpty();
        assertThat(snapshot.metadata()).isEqualTo(expected.metadata());
        assertThat(snapshot.contexts()).hasSize(6);
        assertThat(snapshot.contexts().getFirst().rank()).isEqualTo(3);
    }

    @Test
    void aSliceOfItIsLoadedAlone() throws IOException {
        Path file = written(part(3, true), folder.resolve("a.tlsnap"));
        try (ProfileSource source = format().open(Input.of(file))) {
            Slice slice = Slice.summed().withContexts(Slice.ofRank(source.outline().contexts(), 4));
            Profile profile = source.load(slice.withMetrics(Selection.of(0)));
            assertThat(profile.contexts()).hasSize(2);
            assertThat(profile.metrics()).hasSize(1);
            int step = profile.tree().at("main/step");
            assertThat(profile.column("time").at(0, step)).isEqualTo(100 + 101 + 102 + 103 + 104);
        }
    }

    @Test
    void aRankThatCouldNotSendIsTold() throws IOException {
        RecordingPart whole = part(1, true);
        byte[] failed =
                new MessageWriter(16).varint(ValuesMessage.FAILED).text("out of memory").message();
        var part =
                new RecordingPart(
                        List.of(whole.messages().getFirst(), failed),
                        0,
                        whole.table(),
                        METRICS.recorded(),
                        Metadata.NONE);
        List<String> problems = new ArrayList<>();
        Path file = folder.resolve("a.tlsnap");
        new SnapshotFile().write(part, file, problems);
        assertThat(problems)
                .containsExactly("rank 1 has no values in the recording: out of memory");
        try (ProfileSource source = format().open(Input.of(file))) {
            assertThat(source.report().entries()).hasSize(1);
        }
    }

    @Test
    void aNewerVersionNeedsAnUpgrade() throws IOException {
        Path file = written(part(1, true), folder.resolve("a.tlsnap"));
        byte[] bytes = Files.readAllBytes(file);
        bytes[MARK_BYTES] = 9;
        Files.write(file, withRightSum(bytes));
        assertThatThrownBy(() -> format().open(Input.of(file)))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageEndingWith(
                        "a.tlsnap at byte 8: snapshot version 9 is newer than this Treeline (%s) can read, which is up to 3; upgrade to read this file"
                                .formatted(Version.number()));
    }

    /// What no disk does, but a program that writes the format wrongly.
    @Test
    void nonsenseWithARightSumIsReadOrRefused() throws IOException {
        byte[] intact = Files.readAllBytes(written(part(3, true), folder.resolve("a.tlsnap")));
        Path file = folder.resolve("b.tlsnap");
        var random = new Random(1);
        int refused = 0;
        for (int i = 0; i < 3000; i++) {
            byte[] bytes = intact.clone();
            int at = MARK_BYTES;
            at += random.nextInt(bytes.length - at - Integer.BYTES);
            bytes[at] = (byte) random.nextInt();
            Files.write(file, withRightSum(bytes));
            try (ProfileSource source = format().open(Input.of(file))) {
                source.load(Slice.everything());
            } catch (MalformedProfileException told) {
                assertThat(told).hasMessageContaining("b.tlsnap at byte");
                refused++;
            }
        }
        assertThat(refused).isPositive();
    }

    private static byte[] withRightSum(byte[] bytes) {
        var sum = new CRC32C();
        int end = bytes.length - Integer.BYTES;
        sum.update(bytes, 0, end);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(end, (int) sum.getValue());
        return bytes;
    }

    @Test
    void whoHasTheRecorderFindsIt() {
        assertThat(ServiceLoader.load(ProfileFormat.class))
                .anyMatch(SnapshotFormat.class::isInstance);
    }
}
