package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.OneRun;
import treeline.Treeline;
import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Path;

/// Every command counts the same ranks, threads and streams of a trace of PyTorch, and none adds
/// the time of the GPU to that of the CPU.
class TraceContextsTest extends CommandTest {
    /// One process with one GPU, which waits on a row of no stream: 100 us on a thread, 80 us of
    /// kernels.
    private static final String TRACE =
            """
            {"distributedInfo": {"rank": 0}, "traceEvents": [
            {"ph": "X", "cat": "user_annotation", "name": "step", "pid": 2869224, "tid": 11, "ts": 0, "dur": 100},
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 2869224, "tid": 11, "ts": 1, "dur": 2, "args": {"correlation": 5}},
            {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 2869224, "tid": 11, "ts": 4, "dur": 2, "args": {"correlation": 6}},
            {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10, "dur": 30, "args": {"device": 0, "stream": 7, "correlation": 5}},
            {"ph": "X", "cat": "kernel", "name": "relu", "pid": 0, "tid": 20, "ts": 10, "dur": 50, "args": {"device": 0, "stream": 20, "correlation": 6}},
            {"ph": "X", "cat": "cuda_sync", "name": "Context Sync", "pid": 0, "tid": -1, "ts": 40, "dur": 60},
            {"ph": "M", "name": "process_name", "pid": 2869224, "args": {"name": "python"}},
            {"ph": "M", "name": "process_labels", "pid": 2869224, "args": {"labels": "CPU"}},
            {"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "python"}},
            {"ph": "M", "name": "process_labels", "pid": 0, "args": {"labels": "GPU 0"}}]}
            """;

    private final Session real = new Session(Formats.all(), Session.PLAIN.withWidth(300));
    private Path run = Path.of("");

    @BeforeEach
    void write() throws IOException {
        run = drawn("run.json", TRACE);
    }

    private String all(Object... words) {
        Session.Answer answer = run(real, words);
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.out();
    }

    @Test
    void theRankCountIsTheSameEverywhere() {
        assertThat(all("info", run)).contains("3 contexts of 1 rank (0)", "2 streams (7, 20)");
        assertThat(all("table", "contexts", run, "--csv"))
                .contains("\n0,stream 7,,0,,7,", "\n1,stream 20,,0,,20,", "\n2,thread 0,,0,0,,");
        assertThat(all("tree", run)).contains("time (inclusive), rank 0").doesNotContain("mean of");
        assertThat(all("report", run)).contains("100 µs of time").doesNotContain("mean of");
        assertThat(all("trace", run)).contains("stream 7", "stream 20", "3 traces");
        assertThat(all("tree", run, "--contexts", "stream(20)", "-m", "gpu time"))
                .contains("50.0 µs");
    }

    @Test
    void timeIsThatOfThreadsAndGpuTimeThatOfStreams() {
        assertThat(all("tree", run)).containsPattern("100 µs .*100\\.0 % .*step");
        assertThat(all("tree", run, "-m", "gpu time"))
                .containsPattern("80\\.0 µs .*100\\.0 % .*step");
        assertThat(all("flat", run, "--by", "activity")).doesNotContain("200 µs", "180 µs");
        assertThat(all("tree", run, "--only", "kernels"))
                .contains("gpu time (inclusive)", "50.0 µs", "30.0 µs");
        assertThat(all("diff", run, run, "--only", "kernels")).contains("gpu time");
    }

    @Test
    void aTimeWindowKeepsThemApart() {
        assertThat(all("tree", run, "--between", "20us", "50us")).contains("30.0 µs");
        assertThat(all("tree", run, "--between", "20us", "50us", "-m", "gpu time"))
                .contains("50.0 µs"); // 20 of gemm, 30 of relu
    }

    @Test
    void binsOfTimeAreThoseOfThreadsUnlessStreamsAreChosen() {
        assertThat(all("trace", run, "--bins", "1"))
                .contains("note: GPU streams are not part of the thread bins")
                .contains("100 µs");
        assertThat(all("trace", run, "--bins", "1", "--contexts", "stream(*)"))
                .doesNotContain("not part of the thread bins")
                .contains("relu");
    }

    @Test
    void theTracesOfAJobAreOneRunOnEveryScreen() throws IOException {
        for (int rank = 0; rank < 2; rank++)
            drawn(
                    "job-%d.json".formatted(rank),
                    TRACE.replace(
                            "\"rank\": 0", "\"rank\": %d, \"world_size\": 2".formatted(rank)));
        Path job = folder.resolve("job-*.json");
        assertThat(all("info", job)).contains("6 contexts of 2 ranks", "2 files");
        assertThat(all("tree", job)).contains("mean of 2 ranks").containsPattern("100 µs .*step");
        assertThat(all("report", job)).contains("100 µs of time, mean of 2 ranks");
        assertThat(all("imbalance", job)).contains("among 2 ranks");
        assertThat(all("trace", job)).contains("6 traces", "rank 1 stream 20");
        assertThat(all("tree", job, "--rank", "1")).contains("rank 1");
        try (OneRun run = Treeline.open(job.toString())) {
            assertThat(run.outline().contexts()).hasSize(6);
        }
    }
}
