package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/// Every file call of the native recorder fails once, or the program is killed at it. The program
/// goes on, an earlier recording stays or the new one is complete, nothing else is left, and a
/// message names the file.
@Timeout(2 * Patience.TEST_SECONDS)
class NativeFaultsTest {
    private static final int MAX_CALLS = 1000;

    /// `-Dtreeline.full=true` fails every call with every error; by default, errors other than a
    /// full disk are tried at every third call, and those of rank 0 at every sixth.
    private static final boolean ALL = Boolean.getBoolean("treeline.full");

    private static final String FULL_DISK = "28";
    private static final Map<String, String> ERRORS =
            Map.of(
                    "28", "No space left on device",
                    "5", "Input/output error",
                    "4", "Interrupted system call");

    @TempDir Path folder;
    @TempDir Path kept;

    private Path output;

    @BeforeEach
    void nameOutput() {
        output = folder.resolve("out");
    }

    /// One run with one failure.
    private record Outcome(
            int call, FileCalls.Call failed, NativeProgram.Ended ended, String found) {
        @Override
        public String toString() {
            return "call %d, %s %s: %s%n%s"
                    .formatted(call, failed.name(), failed.path(), found, ended.err());
        }
    }

    /// Restores the earlier recording, if there is one.
    private void restore() throws IOException {
        FileCalls.delete(output);
        if (Files.exists(kept.resolve("out"))) FileCalls.copy(kept.resolve("out"), output);
    }

    private void keepOld(NativeProgram program, String name) throws Exception {
        program.run("old");
        Files.createDirectory(kept.resolve("out"));
        Files.move(output.resolve("part-000.tlsnap"), kept.resolve("out").resolve(name));
        program.with("TREELINE_RECORD_REPLACE", "true");
    }

    /// Fails the calls one after another, until a run has fewer calls.
    private Set<String> failEach(NativeProgram program, String kind, String... arguments)
            throws Exception {
        var logged = new FileCalls(folder, program);
        Set<String> found = new TreeSet<>();
        int step = ALL || kind.equals(FULL_DISK) ? 1 : 3;
        for (int call = 1; call < MAX_CALLS; call += step) {
            restore();
            program.with("FILE_CALLS_FAIL", call + ":" + kind);
            NativeProgram.Ended ended = program.run(arguments);
            List<FileCalls.Call> failed =
                    logged.taken().stream().filter(FileCalls.Call::isFailed).toList();
            if (failed.isEmpty()) return found;
            var outcome = new Outcome(call, failed.getFirst(), ended, FileCalls.found(output));
            check(outcome, ERRORS.get(kind));
            found.add(outcome.found);
        }
        throw new AssertionError("the calls do not end");
    }

    private void check(Outcome outcome, String error) throws IOException {
        assertThat(outcome.ended.code()).as(outcome.toString()).isEqualTo(FileFaults.STATUS);
        if (!outcome.found.equals("new"))
            assertThat(outcome.ended.err())
                    .as(outcome.toString())
                    .startsWith("treeline: ")
                    .contains("out")
                    .contains(error);
        assertThat(FileCalls.leftovers(output))
                .as(outcome.toString())
                .allMatch(name -> couldNotBeDeleted(outcome.failed, Path.of(name).getName(0)));
    }

    /// Whether the failure is that of the deletion itself. The next writer deletes what is left.
    private boolean couldNotBeDeleted(FileCalls.Call failed, Path left) {
        return failed.name().matches("unlink|open")
                && failed.path().startsWith(output.resolve(left));
    }

    @ParameterizedTest
    @ValueSource(strings = {"28", "5", "4"})
    void aRecordingIsCompleteOrAbsent(String error) throws Exception {
        NativeProgram program = NativeProgram.c(folder, FileFaults.PROGRAM);
        assertThat(failEach(program, error, "new")).containsExactly("new", "nothing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"28", "5", "4"})
    void anEarlierRecordingStaysUntilTheNewOneIsComplete(String error) throws Exception {
        NativeProgram program = NativeProgram.c(folder, FileFaults.PROGRAM);
        keepOld(program, "part-000.tlsnap");
        assertThat(failEach(program, error, "new")).containsExactly("new", "old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"28", "5", "4"})
    void anEarlierRecordingOfOtherNamesIsRestored(String error) throws Exception {
        NativeProgram program = NativeProgram.c(folder, FileFaults.PROGRAM);
        keepOld(program, "part-0000.tlsnap");
        assertThat(failEach(program, error, "new")).containsExactly("new", "old");
    }

    @ParameterizedTest
    @ValueSource(strings = {"28", "5"})
    void snapshotsThatFailDoNotHarmTheRecording(String error) throws Exception {
        NativeProgram program =
                FileFaults.withSnapshots(NativeProgram.c(folder, FileFaults.PROGRAM));
        assertThat(failEach(program, error, "new", "snapshots"))
                .isSubsetOf("new", "new, snapshot", "nothing")
                .contains("new");
    }

    @Test
    void aWriteThatStopsHalfwayGoesOn() throws Exception {
        NativeProgram program = NativeProgram.c(folder, FileFaults.PROGRAM);
        var logged = new FileCalls(folder, program);
        program.run("new");
        List<String> calls = logged.taken().stream().map(FileCalls.Call::name).toList();
        restore();
        int write = calls.indexOf("write");
        assertThat(program.with("FILE_CALLS_FAIL", write + 1 + ":short").run("new").err())
                .isEmpty();
        assertThat(logged.taken().stream().map(FileCalls.Call::name).toList())
                .containsSubsequence("write", "write", "fsync");
        assertThat(FileCalls.found(output)).isEqualTo("new");
    }

    /// Fifty kills in all. The next run is not hindered by what a killed one has left.
    @ParameterizedTest
    @ValueSource(strings = {"part-000.tlsnap", "part-0000.tlsnap"})
    void aKillLeavesTheEarlierRecordingOrTheNewOne(String name) throws Exception {
        NativeProgram program =
                FileFaults.withSnapshots(NativeProgram.c(folder, FileFaults.PROGRAM));
        keepOld(program, name);
        var logged = new FileCalls(folder, program);
        program.run("new", "snapshots");
        int calls = logged.taken().size();
        var random = new Random(9);
        for (int i = 0; i < 25; i++) {
            restore();
            int call = 1 + random.nextInt(calls);
            program.with("FILE_CALLS_FAIL", call + ":kill").run("new", "snapshots");
            assertThat(FileCalls.found(output)).isIn("old", "new", "nothing", "new, snapshot");
            program.without("FILE_CALLS_FAIL").run("newer");
            assertThat(FileCalls.found(output)).isEqualTo("newer");
        }
    }

    /// Rank 1 writes its part and sends its temporary name. Rank 0 gives all parts their names.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aFailureOnOneRankKeepsTheEarlierRecording(int rank) throws Exception {
        NativeProgram program = FileFaults.onTwoRanks(folder);
        program.run("old");
        FileCalls.copy(output, Files.createDirectory(kept.resolve("out")));
        program.with("TREELINE_RECORD_REPLACE", "true")
                .with("FILE_CALLS_RANK", Integer.toString(rank));
        var logged = new FileCalls(folder, program);
        Set<String> found = new TreeSet<>();
        int step = ALL || rank == 1 ? 1 : 6;
        for (int call = 1; call <= (rank == 0 ? 40 : 8); call += step) {
            restore();
            NativeProgram.Ended ended = program.with("FILE_CALLS_FAIL", call + ":28").run("new");
            List<FileCalls.Call> failed =
                    logged.taken().stream().filter(FileCalls.Call::isFailed).toList();
            if (failed.isEmpty()) break;
            var outcome = new Outcome(call, failed.getFirst(), ended, FileCalls.found(output));
            check(outcome, ERRORS.get("28"));
            found.add(outcome.found);
        }
        assertThat(found).containsExactly("new", "old");
    }
}
