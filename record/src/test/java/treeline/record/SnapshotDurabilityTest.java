package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.parts.OutputFolder;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.CompleteFile;
import treeline.source.files.CompleteFolder;
import treeline.source.files.TemporaryFiles;
import treeline.testkit.Patience;
import treeline.testkit.files.Call;
import treeline.testkit.files.CrashStates;
import treeline.testkit.files.Faults;
import treeline.testkit.files.Faults.Fault;
import treeline.testkit.files.WatchedFileSystem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Snapshots with power failures and failed calls.
@Timeout(Patience.TEST_SECONDS)
class SnapshotDurabilityTest {
    @TempDir Path scratch;
    private byte[] part = {};

    /// The first part that a recorder writes, taken when its snapshot is about to be shown.
    @BeforeEach
    void takeOneSnapshot() throws Exception {
        var system = WatchedFileSystem.of(Files.createDirectory(scratch.resolve("recorded")));
        var taken = new CompletableFuture<byte[]>();
        system.watch(
                call -> {
                    Path file = call.path().resolve("part-000.tlsnap");
                    if (call.kind() == Call.Kind.RENAME && Files.exists(file))
                        taken.complete(Files.readAllBytes(file));
                });
        var options =
                RecorderOptions.builder("out")
                        .output(system.folder().resolve("out"))
                        .snapshotEvery(Duration.ofMillis(1))
                        .snapshotShare(1)
                        .build();
        try (Recorder _ = Recorder.start(options);
                Event _ = Recorder.event("main")) {
            part = taken.get(Patience.SECONDS, TimeUnit.SECONDS);
        }
    }

    /// As the snapshot agent does.
    private void snapshot(OutputFolder folder, int number) throws IOException {
        Path hidden = folder.hiddenSnapshot(UUID.randomUUID().toString(), number);
        try {
            folder.create(hidden);
            CompleteFile.write(hidden.resolve("part-000.tlsnap"), part);
            folder.showSnapshot(hidden, number);
        } catch (IOException failed) {
            if (Files.exists(hidden)) CompleteFolder.delete(hidden);
            throw failed;
        }
    }

    /// The visible snapshots, each of which must be complete.
    private static List<String> shown(Path out) throws IOException {
        if (!Files.isDirectory(out)) return List.of();
        List<Path> all;
        try (Stream<Path> files = Files.list(out)) {
            all =
                    files.filter(file -> file.getFileName().toString().startsWith("snapshot-"))
                            .sorted()
                            .toList();
        }
        for (Path each : all) read(each);
        return all.stream().map(each -> each.getFileName().toString()).toList();
    }

    private static void read(Path snapshot) throws IOException {
        var input = Input.of(snapshot.toString());
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            assertThat(source.load(Slice.everything()).tree().at("main")).isZero();
            assertThat(source.report().entries()).isEmpty();
        }
    }

    @Test
    void everyVisibleSnapshotIsCompleteAndTheNewestStays(TestReporter reporter) throws Exception {
        var system = WatchedFileSystem.of(Files.createDirectory(scratch.resolve("folder")));
        var folder = new OutputFolder(system.folder().resolve("out"));
        assertThat(folder.prepare()).isTrue();
        for (int number = 1; number <= 4; number++) {
            snapshot(folder, number);
            system.milestone("shown " + number);
        }
        folder.unlock();
        int states =
                CrashStates.check(
                        system,
                        scratch,
                        1,
                        (crashed, number) -> {
                            Path out = crashed.resolve("out");
                            List<String> shown = shown(out);
                            if (number > 0) assertThat(shown).contains("snapshot-000" + number);
                            var next =
                                    new OutputFolder(
                                            WatchedFileSystem.of(crashed).folder().resolve("out"));
                            assertThat(next.prepare()).isTrue();
                            int first = next.firstSnapshot();
                            snapshot(next, first);
                            next.unlock();
                            assertThat(shown(out)).contains("snapshot-000" + first);
                        });
        reporter.publishEntry("crash states of snapshots", "" + states);
        assertThat(states).isGreaterThan(80);
    }

    @Test
    void aSnapshotThatFailsLeavesTheEarlierOnes(TestReporter reporter) throws Exception {
        int faults = 0;
        for (Fault fault : Fault.values())
            faults +=
                    Faults.each(
                            fault,
                            () -> {
                                Path real = Files.createTempDirectory(scratch, "folder-");
                                return WatchedFileSystem.of(real);
                            },
                            system -> threeSnapshots(system.folder().resolve("out")),
                            this::checkFault);
        reporter.publishEntry("faults of three snapshots", "" + faults);
        assertThat(faults).isGreaterThan(100);
    }

    private void threeSnapshots(Path out) throws IOException {
        var folder = new OutputFolder(out);
        try {
            if (!folder.prepare()) throw new IOException(out + " is locked");
            for (int number = 1; number <= 3; number++) snapshot(folder, number);
        } finally {
            folder.unlock();
        }
    }

    private void checkFault(WatchedFileSystem system, Call failed, @Nullable Exception thrown)
            throws Exception {
        Path out = system.realFolder().resolve("out");
        List<String> shown = shown(out);
        if (thrown == null) assertThat(shown).endsWith("snapshot-0002", "snapshot-0003");
        else assertThat(thrown).isInstanceOf(IOException.class);
        boolean isCleaning =
                failed.kind() == Call.Kind.DELETE
                        || failed.kind() == Call.Kind.LIST
                        || failed.kind() == Call.Kind.ATTRIBUTES;
        if (!isCleaning && Files.isDirectory(out)) assertThat(temporaryFiles(out)).isEmpty();
        var folder = new OutputFolder(system.folder().resolve("out"));
        assertThat(folder.prepare()).isTrue();
        snapshot(folder, 9);
        folder.unlock();
        assertThat(shown(out)).contains("snapshot-0009");
    }

    private static List<Path> temporaryFiles(Path out) throws IOException {
        try (Stream<Path> files = Files.walk(out)) {
            return files.filter(TemporaryFiles::isNamedAsOne).toList();
        }
    }
}
