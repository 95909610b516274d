package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

@Timeout(60)
class SnapshotTest {
    @TempDir Path out;

    private RecorderOptions.Builder everyMillis(int millis) {
        return RecorderOptions.builder(out.toString())
                .snapshotEvery(Duration.ofMillis(millis))
                .snapshotShare(1);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> there = Files.list(out)) {
            return there.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private List<String> snapshots() throws IOException {
        return names().stream().filter(name -> name.startsWith("snapshot-")).toList();
    }

    @Test
    void snapshotsAreReadableWhileTheProgramRunsAndGoneAfterwards() throws Exception {
        InProcessRanks.run(
                40,
                ranks -> {
                    try (Recorder recorder = Recorder.start(everyMillis(50).build(), ranks);
                            Event _ = Recorder.event("main")) {
                        for (int i = 0; i < 10; i++)
                            try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                                Thread.sleep(1);
                            }
                        if (ranks.rank() == 0) {
                            while (!snapshots().contains("snapshot-0004")) Thread.sleep(5);
                            assertThat(snapshots()).hasSizeBetween(2, 3);
                            Profile snapshot = readNewest();
                            assertThat(snapshot.contexts()).hasSize(40);
                            int main = snapshot.tree().at("main");
                            int step = snapshot.tree().at("main/step");
                            assertThat(snapshot.column("time").at(3, step)).isPositive();
                            assertThat(snapshot.column("time").at(3, main))
                                    .as("the open event up to now")
                                    .isGreaterThan(snapshot.column("time").at(3, step));
                            assertThat(recorder.report().files()).isZero();
                        }
                        ranks.barrier();
                    }
                });
        assertThat(names()).containsExactly("part-000.tldb", "part-001.tldb", "part-002.tldb");
        assertThat(Recordings.read(out).contexts()).hasSize(40);
    }

    /// The newest may just be replaced by a newer one.
    private Profile readNewest() throws IOException {
        IOException replaced = new IOException("no snapshot");
        for (int tries = 0; tries < 100; tries++) {
            try {
                return Recordings.read(out.resolve(snapshots().getLast()));
            } catch (IOException gone) {
                replaced = gone;
            }
        }
        throw replaced;
    }

    @Test
    void ranksThatCloseEarlyDoNotStopTheSnapshotsOfOthers() throws Exception {
        InProcessRanks.run(
                4,
                ranks -> {
                    try (Recorder _ = Recorder.start(everyMillis(20).build(), ranks)) {
                        Recorder.event("main", () -> {});
                        if (ranks.rank() == 3) {
                            Thread.sleep(100);
                            int before = Integer.parseInt(lastSnapshot().substring(9));
                            while (Integer.parseInt(lastSnapshot().substring(9)) < before + 3)
                                Thread.sleep(5);
                        }
                    }
                });
        assertThat(names()).containsExactly("part-000.tldb");
    }

    private String lastSnapshot() throws IOException {
        List<String> all = snapshots();
        return all.isEmpty() ? "snapshot-0" : all.getLast();
    }

    @Test
    void snapshotsOfAnEarlierRunAreNotTouched() throws Exception {
        Path old = Files.createDirectories(out.resolve("snapshot-0007"));
        Files.writeString(old.resolve("part-000.tldb"), "of a killed run");
        try (Recorder _ = Recorder.start(everyMillis(20).build())) {
            Recorder.event("main", () -> {});
            while (!snapshots().contains("snapshot-0008")) Thread.sleep(5);
        }
        assertThat(names()).containsExactly("part-000.tldb", "snapshot-0007");
        assertThat(old.resolve("part-000.tldb")).content().isEqualTo("of a killed run");
    }

    @Test
    void anEarlierRecordingIsReplacedWhole() throws Exception {
        InProcessRanks.run(40, ranks -> recordOne(ranks));
        assertThat(names()).hasSize(3);
        InProcessRanks.run(2, ranks -> recordOne(ranks));
        assertThat(names()).containsExactly("part-000.tldb");
        assertThat(Recordings.read(out).contexts()).hasSize(2);
    }

    private void recordOne(Communicator ranks) {
        try (Recorder _ = Recorder.start(RecorderOptions.to(out.toString()), ranks)) {
            Recorder.event("main", () -> {});
        }
    }

    /// A disk that is full at first, for so many files.
    private static final class FullDisk implements ProfileExporter {
        private final DatabaseExporter exporter = new DatabaseExporter();
        private final AtomicInteger failures;

        FullDisk(int failures) {
            this.failures = new AtomicInteger(failures);
        }

        @Override
        public String name() {
            return "full";
        }

        @Override
        public String extension() {
            return ".tldb";
        }

        @Override
        public void export(Profile profile, Path file) throws IOException {
            if (failures.getAndDecrement() > 0) throw new IOException("No space left on device");
            exporter.export(profile, file);
        }
    }

    @Test
    void aFullDiskAtTheEndIsToldAndTheLastSnapshotStays() throws Exception {
        var disk = new FullDisk(0);
        Recorder recorder = Recorder.start(everyMillis(20).format(disk).build());
        Recorder.event("main", () -> {});
        while (snapshots().isEmpty()) Thread.sleep(5);
        disk.failures.set(Integer.MAX_VALUE);
        recorder.close();
        assertThat(recorder.report().problems().getFirst())
                .isEqualTo("part-000.tldb was not written: IOException: No space left on device");
        assertThat(snapshots()).isNotEmpty();
        assertThat(readNewest().tree().name(0)).isEqualTo("main");
    }

    @Test
    void aSnapshotThatFailsIsCountedAndTheProgramGoesOn() throws Exception {
        Recorder recorder = Recorder.start(everyMillis(20).format(new FullDisk(2)).build());
        Recorder.event("main", () -> {});
        while (snapshots().isEmpty()) Thread.sleep(5);
        recorder.close();
        assertThat(recorder.report().problems())
                .containsExactly(
                        "2 snapshots failed, first: part-000.tldb was not written: IOException: No"
                                + " space left on device");
        assertThat(names()).containsExactly("part-000.tldb");
    }

    /// A disk that takes its time, and knows when each snapshot came.
    private static final class SlowDisk implements ProfileExporter {
        static final long MILLIS = 20;

        private final DatabaseExporter exporter = new DatabaseExporter();
        private final List<Long> starts = Collections.synchronizedList(new ArrayList<>());

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public String extension() {
            return ".tldb";
        }

        @Override
        public void export(Profile profile, Path file) throws IOException {
            starts.add(System.nanoTime());
            exporter.export(profile, file);
            while (System.nanoTime() - starts.getLast() < MILLIS * 1_000_000)
                LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void snapshotsTakeOnlyTheirShareOfTheRun() throws Exception {
        var disk = new SlowDisk();
        InProcessRanks.run(
                3,
                ranks -> {
                    ProfileExporter mine = ranks.rank() == 2 ? disk : new DatabaseExporter();
                    var options = everyMillis(5).snapshotShare(0.1).aggregators(3).format(mine);
                    try (Recorder _ = Recorder.start(options.build(), ranks)) {
                        Recorder.event("main", () -> {});
                        while (disk.starts.size() < 4) Thread.sleep(5);
                        ranks.barrier();
                    }
                });
        for (int i = 1; i < 4; i++)
            assertThat(disk.starts.get(i) - disk.starts.get(i - 1))
                    .as("the time from one to the next, where a rank has 20 ms to do")
                    .isGreaterThan(9 * SlowDisk.MILLIS * 1_000_000);
    }

    /// `/dev/full` refuses every byte as a full disk does.
    @Test
    void aDiskThatIsReallyFullIsToldAndLeavesNoHalfPart() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "no /dev/full on this system");
        Recorder recorder = Recorder.start(out.toString());
        Recorder.event("main", () -> {});
        Files.createSymbolicLink(out.resolve("part-000.tldb.tmp"), full);
        recorder.close();
        assertThat(recorder.report().problems())
                .containsExactly(
                        "part-000.tldb was not written: IOException: No space left on device");
        assertThat(names()).isEmpty();
    }

    @Test
    void aDirectoryThatVanishesDuringTheRunIsToldAtTheEnd() throws Exception {
        Path gone = out.resolve("gone");
        Recorder recorder = Recorder.start(gone.toString());
        Recorder.event("main", () -> {});
        Files.delete(gone);
        recorder.close();
        assertThat(recorder.report().problems()).anyMatch(text -> text.contains("was not written"));
    }

    private static Process endless(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Endless.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).inheritIO().start();
    }

    @Test
    void aRunKilledWhileASnapshotIsWrittenLeavesTheOneBefore() throws Exception {
        Process program = endless(out.toString(), "stuck");
        Path half = out.resolve(".snapshot-3.tmp").resolve("part-000.tldb.tmp");
        try {
            while (!Files.exists(half)) Thread.sleep(2);
        } finally {
            program.destroyForcibly();
        }
        assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(snapshots()).containsExactly("snapshot-0001", "snapshot-0002");
        assertThat(readNewest().contexts()).hasSize(24);
        try (Recorder _ = Recorder.start(everyMillis(20).build())) {
            Recorder.event("main", () -> {});
            while (!snapshots().contains("snapshot-0003")) Thread.sleep(5);
            assertThat(half).as("what the killed run left behind").doesNotExist();
        }
    }

    /// A disk that never comes back from the third snapshot.
    private static final class StuckDisk implements ProfileExporter {
        private final DatabaseExporter exporter = new DatabaseExporter();

        @Override
        public String name() {
            return "stuck";
        }

        @Override
        public String extension() {
            return ".tldb";
        }

        @Override
        public void export(Profile profile, Path file) throws IOException {
            exporter.export(profile, file);
            if (!file.getParent().endsWith(".snapshot-3.tmp")) return;
            byte[] whole = Files.readAllBytes(file);
            Files.delete(file);
            Path half = file.resolveSibling(file.getFileName() + ".tmp");
            Files.write(half, Arrays.copyOf(whole, whole.length / 2));
            while (true) LockSupport.park(this);
        }
    }

    @Test
    void aRunKilledAtAnyMomentLeavesItsLastSnapshotReadable() throws Exception {
        for (int delay : new int[] {0, 7, 19}) {
            Path folder = Files.createDirectory(out.resolve("killed-after-" + delay));
            Process program = endless(folder.toString());
            try {
                while (numberOfNewest(folder) < 3) Thread.sleep(2);
                Thread.sleep(delay);
            } finally {
                program.destroyForcibly();
            }
            assertThat(program.waitFor(20, TimeUnit.SECONDS)).isTrue();
            int newest = numberOfNewest(folder);
            Path snapshot = folder.resolve("snapshot-%04d".formatted(newest));
            Profile profile = Recordings.read(snapshot);
            assertThat(profile.contexts()).hasSize(24);
            assertThat(profile.metadata().get("snapshot"))
                    .contains(new Metadata.Value.Whole(newest));
        }
    }

    private static int numberOfNewest(Path folder) throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("snapshot-"))
                    .mapToInt(name -> Integer.parseInt(name.substring("snapshot-".length())))
                    .max()
                    .orElse(0);
        }
    }

    /// A program that only ends when it is killed.
    static final class Endless {
        private Endless() {}

        public static void main(String[] arguments) {
            var builder =
                    RecorderOptions.builder(arguments[0]).snapshotEvery(Duration.ofMillis(15));
            if (arguments.length > 1) builder.format(new StuckDisk());
            RecorderOptions options = builder.build();
            InProcessRanks.run(
                    24,
                    ranks -> {
                        try (Recorder _ = Recorder.start(options, ranks);
                                Event _ = Recorder.event("main")) {
                            for (int i = 0; i < Integer.MAX_VALUE; i++)
                                try (Event _ = Recorder.event("step", Loop.EACH, i % 1000)) {
                                    Thread.sleep(1);
                                }
                        }
                    });
        }
    }
}
