package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.record.parts.FolderLock;
import treeline.record.parts.SnapshotFormat;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.source.ExporterTraits;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.FolderWatch;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

@Timeout(Patience.TEST_SECONDS)
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
                    var options = everyMillis(50).aggregators(3).build();
                    try (Recorder recorder = Recorder.start(options, ranks);
                            Event _ = Recorder.event("main")) {
                        for (int i = 0; i < 10; i++)
                            try (Event _ = Recorder.event("step", Loop.EACH, i)) {
                                Thread.sleep(1);
                            }
                        if (ranks.rank() == 0) {
                            FolderWatch.until(out, () -> Recordings.newestSnapshot(out) >= 4);
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
                            int before = Recordings.newestSnapshot(out);
                            FolderWatch.until(
                                    out, () -> Recordings.newestSnapshot(out) >= before + 3);
                        }
                    }
                });
        assertThat(names()).containsExactly("part-000.tldb");
    }

    @Test
    void snapshotsOfAnEarlierRunAreNotTouched() throws Exception {
        Path old = Files.createDirectories(out.resolve("snapshot-0007"));
        Files.writeString(old.resolve("part-000.tldb"), "of a killed run");
        try (Recorder _ = Recorder.start(everyMillis(20).build())) {
            Recorder.event("main", () -> {});
            FolderWatch.until(out, () -> Recordings.newestSnapshot(out) >= 8);
        }
        assertThat(names()).containsExactly("part-000.tldb", "snapshot-0007");
        assertThat(old.resolve("part-000.tldb")).content().isEqualTo("of a killed run");
    }

    @Test
    void anEarlierRecordingIsReplacedWhole() throws Exception {
        InProcessRanks.run(80, ranks -> recordOne(ranks));
        assertThat(names()).hasSize(5);
        InProcessRanks.run(2, ranks -> recordOne(ranks));
        assertThat(names()).containsExactly("part-000.tldb");
        assertThat(Recordings.read(out).contexts()).hasSize(2);
    }

    private void recordOne(Communicator ranks) {
        var options = RecorderOptions.builder(out.toString()).replace(true).build();
        try (Recorder _ = Recorder.start(options, ranks)) {
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
        public ExporterTraits traits() {
            return ExporterTraits.lossless("full", ".tldb");
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
        FolderWatch.until(out, () -> !snapshots().isEmpty());
        disk.failures.set(Integer.MAX_VALUE);
        recorder.close();
        assertThat(recorder.report().problems().getFirst())
                .isEqualTo(
                        out.resolve("part-000.tldb")
                                + " was not written: IOException: No space left on device");
        assertThat(snapshots()).isNotEmpty();
        assertThat(readNewest().tree().name(0)).isEqualTo("main");
    }

    /// Whether it is a snapshot for which the clock is read, for what an open event has taken so
    /// far.
    private static boolean isInSnapshot() {
        return Thread.currentThread().getName().startsWith("treeline snapshots");
    }

    @Test
    void aSnapshotThatFailsIsCountedAndTheProgramGoesOn() throws Exception {
        var failures = new AtomicInteger(2);
        LongSupplier clock =
                () -> {
                    if (isInSnapshot() && failures.getAndDecrement() > 0)
                        throw new IllegalStateException("no time");
                    return System.nanoTime();
                };
        Recorder recorder = Recorder.start(everyMillis(20).clock(clock).build());
        try (Event _ = Recorder.event("main")) {
            FolderWatch.until(out, () -> !snapshots().isEmpty());
        }
        recorder.close();
        assertThat(recorder.report().problems())
                .containsExactly(
                        "2 snapshots failed, first: rank 0 has no values in the recording:"
                                + " java.lang.IllegalStateException: no time");
        assertThat(names()).containsExactly("part-000.tldb");
    }

    @Test
    void snapshotsTakeOnlyTheirShareOfTheRun() throws Exception {
        long slow = 20_000_000;
        List<Long> starts = Collections.synchronizedList(new ArrayList<>());
        var enough = new CountDownLatch(4);
        LongSupplier slowClock =
                () -> {
                    if (!isInSnapshot()) return System.nanoTime();
                    starts.add(System.nanoTime());
                    enough.countDown();
                    while (System.nanoTime() - starts.getLast() < slow)
                        LockSupport.parkNanos(1_000_000);
                    return System.nanoTime();
                };
        InProcessRanks.run(
                3,
                ranks -> {
                    LongSupplier clock = ranks.rank() == 2 ? slowClock : System::nanoTime;
                    var options = everyMillis(5).snapshotShare(0.1).clock(clock);
                    try (Recorder _ = Recorder.start(options.build(), ranks);
                            Event _ = Recorder.event("main")) {
                        enough.await();
                        ranks.barrier();
                    }
                });
        for (int i = 1; i < 4; i++)
            assertThat(starts.get(i) - starts.get(i - 1))
                    .as("the time from one to the next, where a rank has 20 ms to do")
                    .isGreaterThan(9 * slow);
    }

    @Test
    void aDirectoryThatVanishesDuringTheRunIsToldAtTheEnd() throws Exception {
        Path gone = out.resolve("gone");
        Recorder recorder = Recorder.start(gone.toString());
        Recorder.event("main", () -> {});
        Files.delete(gone.resolve(FolderLock.NAME));
        Files.delete(gone);
        recorder.close();
        assertThat(recorder.report().problems())
                .containsExactly(
                        "output directory %s has vanished".formatted(gone),
                        gone.resolve("part-000.tldb") + " was not written: no such directory");
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
        Path part = Path.of("part-000.tlsnap");
        try {
            FolderWatch.until(out, () -> Recordings.newestSnapshot(out) >= 2);
            FolderWatch.until(out, () -> Recordings.hidden(out).isPresent());
            FolderWatch.until(
                    Recordings.hidden(out).orElseThrow(),
                    () -> Files.exists(Recordings.hidden(out).orElseThrow().resolve(part)));
        } finally {
            program.destroyForcibly();
        }
        Path half = Recordings.hidden(out).orElseThrow();
        assertThat(program.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(snapshots()).containsExactly("snapshot-0001", "snapshot-0002");
        assertThat(readNewest().contexts()).hasSize(24);
        try (ProfileSource killed = new SnapshotFormat().open(Input.of(out.toString()))) {
            assertThat(killed.outline().contexts()).hasSize(24);
            assertThat(killed.report().entries())
                    .extracting(Object::toString)
                    .containsExactly(
                            "incomplete recording; showing the newest snapshot of the run (first: %s)"
                                    .formatted(out.resolve("snapshot-0002")));
        }
        assertThat(new SnapshotFormat().sniff(Input.of(out.toString()))).isEqualTo(Match.CERTAIN);
        FileTime yesterday = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
        Files.setLastModifiedTime(half.resolve(part), yesterday);
        Files.setLastModifiedTime(half, yesterday);
        try (Recorder _ = Recorder.start(everyMillis(20).build())) {
            Recorder.event("main", () -> {});
            FolderWatch.until(out, () -> Recordings.newestSnapshot(out) >= 3);
            assertThat(half).as("what the killed run left behind").doesNotExist();
        }
    }

    /// Leaves half of its file in the third snapshot of a folder and never comes back.
    private static long stuckInThird(Path folder) {
        Path second = folder.resolve("snapshot-0002");
        if (!isInSnapshot() || !Files.exists(second)) return System.nanoTime();
        String name = "part-000.tlsnap";
        try {
            Optional<Path> third = Recordings.hidden(folder);
            if (third.isEmpty()) return System.nanoTime();
            byte[] whole = Files.readAllBytes(second.resolve(name));
            Files.write(third.get().resolve(name), Arrays.copyOf(whole, whole.length / 2));
        } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
        }
        while (true) LockSupport.park(second);
    }

    @Test
    void aRunKilledAtAnyMomentLeavesItsLastSnapshotReadable() throws Exception {
        for (int delay : new int[] {0, 7, 19}) {
            Path folder = Files.createDirectory(out.resolve("killed-after-" + delay));
            Process program = endless(folder.toString());
            try {
                FolderWatch.until(folder, () -> Recordings.newestSnapshot(folder) >= 3);
                Thread.sleep(delay);
            } finally {
                program.destroyForcibly();
            }
            assertThat(program.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
            int newest = Recordings.newestSnapshot(folder);
            Path snapshot = folder.resolve("snapshot-%04d".formatted(newest));
            Profile profile = Recordings.read(snapshot);
            assertThat(profile.contexts()).hasSize(24);
            assertThat(profile.metadata().get("snapshot"))
                    .contains(new Metadata.Value.Whole(newest));
        }
    }

    /// A program that only ends when it is killed.
    static final class Endless {
        private Endless() {}

        public static void main(String[] arguments) {
            var builder =
                    RecorderOptions.builder(arguments[0])
                            .snapshotEvery(Duration.ofMillis(15))
                            .snapshotShare(1);
            if (arguments.length > 1) builder.clock(() -> stuckInThird(Path.of(arguments[0])));
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
