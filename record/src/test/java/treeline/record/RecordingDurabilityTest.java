package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.record.parts.FolderLock;
import treeline.record.ranks.InProcessRanks;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.TemporaryFiles;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Patience;
import treeline.testkit.files.Call;
import treeline.testkit.files.CrashStates;
import treeline.testkit.files.Faults;
import treeline.testkit.files.Faults.Fault;
import treeline.testkit.files.WatchedFileSystem;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/// The end of a recording with power failures and failed calls. A recording is recognised by the
/// time of its only event, in nanoseconds.
@Timeout(Patience.TEST_SECONDS)
class RecordingDurabilityTest {
    private static final String NONE = "none";
    private static final String REPORTED = "incomplete, and reported";

    @TempDir Path scratch;
    private PrintStream err = System.err;

    /// Each of hundreds of failures is printed.
    @BeforeEach
    void mute() {
        err = System.err;
        System.setErr(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(err);
    }

    /// Records two ranks per file.
    private static RecordingReport record(Path out, int files, long nanos) throws Exception {
        var report = new AtomicReference<RecordingReport>();
        InProcessRanks.run(
                2 * files,
                ranks -> {
                    var clock = new ManualClock();
                    var options = clock.options(out).output(out).aggregators(files).build();
                    Recorder recorder = Recorder.start(options, ranks);
                    try (recorder;
                            Event _ = Recorder.event("main")) {
                        clock.pass(nanos);
                    }
                    if (ranks.rank() == 0) report.set(recorder.report());
                });
        return report.get();
    }

    private static RecordingReport recordAlone(Path out, long nanos) {
        var clock = new ManualClock();
        Recorder recorder = Recorder.start(clock.options(out).output(out).build());
        try (recorder;
                Event _ = Recorder.event("main")) {
            clock.pass(nanos);
        }
        return recorder.report();
    }

    /// The recording in a directory, read with the ordinary reader.
    private static String content(Path out) throws IOException {
        if (!Files.isDirectory(out)
                || names(out).stream().noneMatch(name -> name.startsWith("part-"))) return NONE;
        try (ProfileSource source = new DatabaseFormat().open(Input.of(out.toString()))) {
            Profile profile = source.load(Slice.everything());
            if (!source.report().entries().isEmpty()) return REPORTED;
            int main = profile.tree().at("main");
            double first = profile.column("time").at(0, main);
            for (int context = 1; context < profile.contexts().size(); context++)
                assertThat(profile.column("time").at(context, main)).isEqualTo(first);
            return "" + (long) first;
        } catch (MalformedProfileException different) {
            assertThat(different).hasMessageContaining("recording");
            return REPORTED;
        }
    }

    /// All but the file of the lock, which is no lock without its process.
    private static List<String> names(Path out) throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(FolderLock.NAME))
                    .sorted()
                    .toList();
        }
    }

    private WatchedFileSystem folder(boolean hasEarlier, int files) throws Exception {
        Path folder = Files.createTempDirectory(scratch, "folder-");
        if (hasEarlier) {
            Path out = WatchedFileSystem.of(folder).folder().resolve("out");
            assertThat(record(out, files, 1).problems()).isEmpty();
        }
        return WatchedFileSystem.of(folder);
    }

    private int crashes(boolean hasEarlier, int files, String... permitted) throws Exception {
        WatchedFileSystem system = folder(hasEarlier, files);
        assertThat(record(system.folder().resolve("out"), files, 2).problems()).isEmpty();
        system.milestone("closed");
        return CrashStates.check(
                system,
                scratch,
                1,
                (crashed, closed) -> {
                    Path out = crashed.resolve("out");
                    String found = content(out);
                    if (closed > 0) assertThat(found).isEqualTo("2");
                    else assertThat(found).isIn((Object[]) permitted);
                    Path next = WatchedFileSystem.of(crashed).folder().resolve("out");
                    assertThat(record(next, files, 3).problems()).isEmpty();
                    assertThat(content(out)).isEqualTo("3");
                });
    }

    @Test
    void oneFileIsAbsentOrComplete(TestReporter reporter) throws Exception {
        reporter.publishEntry("new recording, 1 file", "" + crashes(false, 1, NONE, "2"));
    }

    @Test
    void oneFileThatReplacesAnEarlierRecordingIsOldOrNew(TestReporter reporter) throws Exception {
        reporter.publishEntry("replaced recording, 1 file", "" + crashes(true, 1, "1", "2"));
    }

    @Test
    void someOfSeveralFilesAreReportedAsIncomplete(TestReporter reporter) throws Exception {
        reporter.publishEntry(
                "new recording, 2 files", "" + crashes(false, 2, NONE, REPORTED, "2"));
    }

    /// Two files cannot be replaced at once, but no reader mistakes the mixture for a recording.
    @Test
    void aMixtureOfTwoRecordingsIsReported(TestReporter reporter) throws Exception {
        reporter.publishEntry(
                "replaced recording, 2 files", "" + crashes(true, 2, "1", REPORTED, "2"));
    }

    private int faults(boolean hasEarlier) throws Exception {
        int faults = 0;
        for (Fault fault : Fault.values()) {
            var report = new AtomicReference<@Nullable RecordingReport>();
            faults +=
                    Faults.each(
                            fault,
                            () -> {
                                report.set(null);
                                return folder(hasEarlier, 1);
                            },
                            system -> report.set(recordAlone(system.folder().resolve("out"), 2)),
                            (system, failed, thrown) ->
                                    checkFault(system, failed, thrown, report.get(), hasEarlier));
        }
        return faults;
    }

    private static void checkFault(
            WatchedFileSystem system,
            Call failed,
            @Nullable Exception thrown,
            @Nullable RecordingReport report,
            boolean hasEarlier)
            throws Exception {
        Path out = system.realFolder().resolve("out");
        String found = content(out);
        if (report == null)
            assertThat(thrown)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(out.toString());
        else if (report.problems().isEmpty()) assertThat(found).isEqualTo("2");
        else assertThat(String.join("\n", report.problems())).contains(out.toString());
        assertThat(found).isIn(hasEarlier ? "1" : NONE, "2");
        if (Files.exists(out) && !isCleaning(failed))
            assertThat(unreported(out, report)).isIn(List.of(), List.of("part-000.tldb"));
        var again = recordAlone(system.folder().resolve("out"), 3);
        assertThat(again.problems()).isEmpty();
        assertThat(content(out)).isEqualTo("3");
    }

    /// Whether deleting failed, or looking for what to delete.
    private static boolean isCleaning(Call failed) {
        return failed.kind() == Call.Kind.DELETE
                || (TemporaryFiles.isNamedAsOne(failed.path())
                        && (failed.kind() == Call.Kind.LIST
                                || failed.kind() == Call.Kind.ATTRIBUTES));
    }

    /// A recording that was written but could not be shown is kept, and a message says where.
    private static List<String> unreported(Path out, @Nullable RecordingReport report)
            throws IOException {
        String told = report == null ? "" : String.join("\n", report.problems());
        return names(out).stream()
                .filter(
                        name ->
                                !told.contains(
                                        "; the files that were written are in "
                                                + out.resolve(name)))
                .toList();
    }

    @Test
    void aFailureIsReportedAndLeavesNothing(TestReporter reporter) throws Exception {
        reporter.publishEntry("faults of a new recording", "" + faults(false));
    }

    @Test
    void aFailureIsReportedAndKeepsTheEarlierRecording(TestReporter reporter) throws Exception {
        reporter.publishEntry("faults of a replaced recording", "" + faults(true));
    }
}
