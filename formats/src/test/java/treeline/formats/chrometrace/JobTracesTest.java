package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.Formats;
import treeline.formats.Runs;
import treeline.model.Context;
import treeline.model.Metadata.Value;
import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The traces of the ranks of one job as one run.
class JobTracesTest {
    private static final long BASE = 1_700_000_000_000_000_000L;

    @TempDir Path folder;

    /// A step of 10 us, and a kernel that it launched.
    private static String trace(String info, int pid, double at, long base) {
        return """
        {"schemaVersion": 1, "distributedInfo": {%s}, "trace_id": "%d", "baseTimeNanoseconds": %d,
        "traceEvents": [
        {"ph": "X", "cat": "user_annotation", "name": "step", "pid": %d, "tid": %d, "ts": %s, "dur": 10},
        {"ph": "X", "cat": "cuda_runtime", "name": "launch", "pid": %d, "tid": %d, "ts": %s, "dur": 1, "args": {"correlation": 5}},
        {"ph": "s", "cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 1, "tid": 1, "ts": 0},
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": %s, "dur": 3, "args": {"device": 0, "correlation": 5}}]}
        """
                .formatted(info, pid, base, pid, pid, at, pid, pid, at + 1, at + 4);
    }

    private static String rank(int rank, int of) {
        return "\"backend\": \"nccl\", \"rank\": %d, \"world_size\": %d".formatted(rank, of);
    }

    private void write(String name, String info, int pid, double at, long base) throws IOException {
        Files.writeString(folder.resolve(name), trace(info, pid, at, base));
    }

    private void job(String name, int of, int... ranks) throws IOException {
        for (int rank : ranks)
            write(name + rank + ".json", rank(rank, of), 400 + rank, 100 * (rank + 1), BASE);
    }

    private String pattern(String name) {
        return folder + "/" + name;
    }

    @Test
    void theRanksOfAJobAreOneRun() throws IOException {
        job("r", 4, 0, 1, 2, 3);
        for (String input : List.of(folder.toString(), pattern("r*.json")))
            try (ProfileSource source = Formats.all().open(input)) {
                Profile profile = source.load(Slice.everything());
                assertThat(profile.contexts())
                        .extracting(Context::toString)
                        .containsExactly(
                                "rank 0 stream 7",
                                "rank 0 thread 0",
                                "rank 1 stream 7",
                                "rank 1 thread 0",
                                "rank 2 stream 7",
                                "rank 2 thread 0",
                                "rank 3 stream 7",
                                "rank 3 thread 0");
                assertThat(profile.tree().size()).isEqualTo(3);
                assertThat(source.report().entries().toString())
                        .isEqualTo("[flow events are ignored, 4 times (first: fwdbwd)]");
                assertThat(profile.metadata().get("distributedInfo.world_size"))
                        .contains(new Value.Whole(4));
                assertThat(profile.metadata().get("distributedInfo.rank")).isEmpty();
                assertThat(profile.metadata().get("trace_id")).isEmpty();
            }
    }

    @Test
    void theirClocksAreAligned() throws IOException {
        write("a.json", rank(0, 2), 1, 100, BASE);
        write("b.json", rank(1, 2), 2, 100, BASE + 50_000);
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            Traces traces = source.traces();
            assertThat(traces.originNanos()).isEqualTo(BASE + 100_000);
            assertThat(traces.endNanos()).isEqualTo(60_000);
            assertThat(traces.lines())
                    .extracting(line -> line.nanos(0))
                    .containsExactly(4_000L, 0L, 54_000L, 50_000L);
        }
    }

    @Test
    void ranksThatAreMissingAreNamed() throws IOException {
        job("r", 8, 0, 2, 3);
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            assertThat(source.report().isLossy()).isTrue();
            assertThat(source.report().entries().toString())
                    .contains("traces of 5 of 8 ranks are missing: ranks 1, 4-7");
        }
    }

    @Test
    void filesBesideTheTracesAreNotTheirs() throws IOException {
        job("r", 2, 0, 1);
        Files.writeString(folder.resolve("notes.txt"), "as measured");
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            assertThat(source.outline().contexts()).hasSize(4);
            assertThat(source.report().entries().toString())
                    .contains("a file is not part of the job (first: ")
                    .contains("notes.txt");
        }
    }

    /// Public traces may say their rank without the size of the job.
    @Test
    void withoutAWorldSizeTheRanksMustBeAll() throws IOException {
        write("a.json", "\"rank\": 0", 1, 100, BASE);
        write("b.json", "\"rank\": 1", 2, 100, BASE);
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            assertThat(source.outline().contexts()).hasSize(4);
        }
        write("b.json", "\"rank\": 2", 2, 100, BASE);
        assertThatThrownBy(() -> Formats.all().open(folder.toString()))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessageContaining("expected one run, found 2: a.json");
    }

    @Test
    void differentJobsAreNotMerged() throws IOException {
        job("a", 2, 0, 1);
        job("b", 4, 2, 3);
        assertThatThrownBy(() -> Formats.all().open(folder.toString()))
                .hasMessageContaining("expected one run, found 4");
        job("b", 2, 0, 1);
        assertThatThrownBy(() -> Formats.all().open(folder.toString(), "chrome-trace"))
                .hasMessageContaining("traces of the ranks of one job, each rank once");
        List<String> runs = Runs.of(Formats.all()).named(List.of(folder.toString()));
        assertThat(runs).hasSize(6);
    }

    @Test
    void tracesOfDifferentHoursAreOfDifferentJobs() throws IOException {
        write("a.json", rank(0, 2), 1, 100, BASE);
        write("b.json", rank(1, 2), 2, 100, BASE + 3_600_000_000_000L);
        assertThatThrownBy(() -> Formats.all().open(folder.toString()))
                .hasMessageContaining("b.json: expected a trace of the same job as")
                .hasMessageContaining("found one that starts 3,599 s after it ended");
        write("b.json", rank(1, 2), 2, 100, BASE + 60_000_000_000L);
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            assertThat(source.outline().contexts()).hasSize(4);
        }
    }

    @Test
    void anEnsembleTakesTheRanksOfAJobForOneRun() throws IOException {
        job("r", 4, 0, 1, 2, 3);
        Runs runs = Runs.of(Formats.all());
        for (String input : List.of(folder.toString(), pattern("r*.json"))) {
            assertThat(runs.named(List.of(input))).containsExactly(input);
            assertThat(runs.all(List.of(input)).getFirst().profile().contexts()).hasSize(8);
        }
    }

    @Test
    void tracesWithoutRanksAreRunsOfTheirOwn() throws IOException {
        write("a.json", "", 1, 100, BASE);
        write("b.json", "", 2, 100, BASE);
        assertThat(Runs.of(Formats.all()).named(List.of(folder.toString()))).hasSize(2);
    }
}
