package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.source.files.MalformedProfileException;
import treeline.testkit.Patience;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/// Power failures while the native recorder writes: after every file call, every state that the
/// disk may have is read. The log of calls comes from a real run.
@Timeout(Patience.TEST_SECONDS)
class NativeCrashTest {
    @TempDir Path folder;
    @TempDir Path before;
    @TempDir Path states;

    private List<FileCalls.Call> calls = List.of();

    /// What readers find in all states. `damage` if one of them is refused.
    private Set<String> found() throws IOException {
        var disk = new CrashedDisk(before, folder, calls);
        Map<String, String> known = new HashMap<>();
        Set<String> found = new TreeSet<>();
        var random = new Random(38);
        for (int after = 0; after <= disk.calls(); after++)
            disk.states(
                    after,
                    random,
                    state -> found.add(known.computeIfAbsent(state.key(), _ -> read(state))));
        return found;
    }

    private String read(CrashedDisk.State state) {
        try {
            Path written = Files.createTempDirectory(states, "state");
            state.write(written);
            String found = FileCalls.found(written.resolve("out"));
            FileCalls.delete(written);
            return found;
        } catch (MalformedProfileException damaged) {
            return "damage";
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String afterAllCalls() throws IOException {
        return read(new CrashedDisk(before, folder, calls).durable());
    }

    private void record(NativeProgram program, String... arguments) throws Exception {
        var logged = new FileCalls(folder, program);
        if (Files.exists(folder.resolve("out")))
            FileCalls.copy(folder.resolve("out"), before.resolve("out"));
        assertThat(program.run(arguments).code()).isEqualTo(FileFaults.STATUS);
        calls = logged.taken();
    }

    private NativeProgram program() throws Exception {
        return NativeProgram.c(folder, FileFaults.PROGRAM);
    }

    @Test
    void aRecordingIsCompleteOrAbsent() throws Exception {
        record(program(), "new");
        assertThat(found()).containsExactly("new", "nothing");
        assertThat(afterAllCalls()).isEqualTo("new");
    }

    @Test
    void aRecordingReplacesTheEarlierOneAtOnce() throws Exception {
        NativeProgram program = program();
        assertThat(program.run("old").code()).isEqualTo(FileFaults.STATUS);
        record(program.with("TREELINE_RECORD_REPLACE", "true"), "new");
        assertThat(found()).containsExactly("new", "old");
        assertThat(afterAllCalls()).isEqualTo("new");
    }

    @Test
    void partsOfOtherNamesAreNeverMixedWithTheNewOnes() throws Exception {
        NativeProgram program = program();
        assertThat(program.run("old").code()).isEqualTo(FileFaults.STATUS);
        Files.move(folder.resolve("out/part-000.tlsnap"), folder.resolve("out/part-0000.tlsnap"));
        record(program.with("TREELINE_RECORD_REPLACE", "true"), "new");
        assertThat(found()).containsExactly("new", "nothing", "old");
        assertThat(afterAllCalls()).isEqualTo("new");
    }

    @Test
    void visibleSnapshotsAreComplete() throws Exception {
        record(FileFaults.withSnapshots(program()), "new", "snapshots");
        assertThat(found()).containsExactly("new", "new, snapshot", "nothing");
        assertThat(afterAllCalls()).isEqualTo("new");
    }

    /// Missing parts are noted by the reader.
    @Test
    void partsOfSeveralRanksAreNeverMixed() throws Exception {
        NativeProgram program = FileFaults.onTwoRanks(folder);
        assertThat(program.run("old").code()).isEqualTo(FileFaults.STATUS);
        record(program.with("TREELINE_RECORD_REPLACE", "true"), "new");
        assertThat(found())
                .containsExactly(
                        "new", "new, parts missing", "nothing", "old", "old, parts missing");
        assertThat(afterAllCalls()).isEqualTo("new");
    }

    /// The model finds damage if the recorder does not synchronise its files.
    @Test
    void withoutFsyncARecordingMayBeDamaged() throws Exception {
        record(program(), "new");
        calls = calls.stream().filter(call -> !call.name().equals("fsync")).toList();
        assertThat(found()).contains("damage");
    }
}
