package treeline.formats.chrometrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.statement.Sentence;
import treeline.table.Table;
import treeline.testkit.TestData;
import treeline.trace.path.CriticalPath;
import treeline.trace.path.CriticalPathTable;
import treeline.trace.waiting.MainCause;
import treeline.trace.waiting.WaitKind;
import treeline.trace.waiting.WaitStates;
import treeline.trace.waiting.WaitTable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/// Recorded jobs of four processes that reduce gradients with gloo, whose stopwatches are known.
class JobCollectivesDataTest {
    private static final double RANKS = 4;
    private static final double WALL_SECONDS = 4.35;
    private static final Pattern TIME = Pattern.compile("\"ts\": (\\d+)");

    @TempDir Path folder;

    private static String ddp(int rank) {
        return TestData.require("gpu/ddp4-slow2-rank" + rank + ".json.gz").toString();
    }

    private static String ddp() {
        return ddp(0).replace("rank0", "rank*");
    }

    private static String job(String name) {
        return TestData.require("gpu-jobs/" + name).toString();
    }

    private static String cause(String input) throws IOException {
        return DrawnJob.ask(
                input,
                (outline, analysis) ->
                        MainCause.of(WaitTable.causes(analysis.delayCosts(), outline))
                                .map(Sentence::text)
                                .orElse(""));
    }

    private static double seconds(WaitStates waits, WaitKind kind) {
        return IntStream.range(0, waits.size())
                        .filter(i -> waits.kind(i) == kind)
                        .mapToLong(waits::nanos)
                        .sum()
                / 1e9;
    }

    /// Ranks 0, 1 and 3 wait 4.27 to 4.29 s in five reductions, rank 2 waits 0.05 s.
    @Test
    void theOtherRanksWaitForTheOneWithExtraWork() throws IOException {
        double waiting =
                DrawnJob.ask(
                        ddp(), (_, analysis) -> seconds(analysis.waits(), WaitKind.ALL_TO_ALL));
        assertThat(waiting).isCloseTo(4.285 + 4.288 + 4.283 - 3 * 0.047, within(0.05));
        Table causes =
                DrawnJob.ask(
                        ddp(),
                        (outline, analysis) -> WaitTable.causes(analysis.delayCosts(), outline));
        assertThat(causes.column("context").text(0)).startsWith("rank 2 ");
        assertThat(causes.column("path").text(0)).contains("extra work");
        assertThat(causes.column("share").number(0)).isGreaterThan(0.9);
    }

    @Test
    void aGpuWaitsForLaunchesAtMostAllTheTime() throws IOException {
        double launches =
                DrawnJob.ask(ddp(), (_, analysis) -> seconds(analysis.waits(), WaitKind.LAUNCH));
        assertThat(launches).isBetween(0.9 * RANKS * WALL_SECONDS, RANKS * WALL_SECONDS);
    }

    private static double shareOnPath(String input, String rank) throws IOException {
        return DrawnJob.ask(
                input,
                (outline, analysis) -> {
                    Table contexts =
                            CriticalPathTable.contexts(
                                    CriticalPath.of(
                                            analysis.traces(),
                                            analysis.operations(),
                                            analysis.pathWaits()),
                                    outline);
                    return IntStream.range(0, contexts.rows())
                            .filter(row -> contexts.column("context").text(row).startsWith(rank))
                            .mapToDouble(row -> contexts.column("share").number(row))
                            .sum();
                });
    }

    /// Another rank ends last: it saves a checkpoint after the job.
    @Test
    void theCriticalPathIsOnTheSlowRankWhoeverEndsLast() throws IOException {
        assertThat(shareOnPath(ddp(), "rank 2 ")).isGreaterThan(0.95);
        for (int rank = 0; rank < RANKS; rank++)
            Files.writeString(folder.resolve("rank" + rank + ".json"), text(ddp(rank), rank == 0));
        assertThat(shareOnPath(folder.toString(), "rank 2 ")).isGreaterThan(0.95);
    }

    static String text(String file, boolean endsLater) throws IOException {
        String text;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(Path.of(file)))) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!endsLater) return text;
        long last =
                TIME.matcher(text)
                        .results()
                        .mapToLong(it -> Long.parseLong(it.group(1)))
                        .max()
                        .orElseThrow();
        String events = "\"traceEvents\": [";
        assertThat(text).contains(events);
        return text.replace(
                events,
                events
                        + """
                        {"ph": "X", "cat": "user_annotation", "name": "save checkpoint",
                        "pid": 445, "tid": 445, "ts": %d, "dur": 10000},\
                        """
                                .formatted(last + 20_000));
    }

    /// The main thread waits in `run_backward` for half of the time.
    @Test
    void theCriticalPathPassesTheThreadOfTheBackwardPass() throws IOException {
        String training = TestData.require("gpu/torch-train.json.gz").toString();
        assertThat(shareOnPath(training, "python3 (thread 1)")).isBetween(0.45, 0.55);
    }

    @Test
    void theRankWithALargerBatchIsNamed() throws IOException {
        assertThat(cause(job("larger-batch"))).contains("rank 1 ");
        assertThat(shareOnPath(job("larger-batch"), "rank 1 ")).isGreaterThan(0.85);
    }

    /// A buffer is broadcast in each step; no rank is late.
    @Test
    void noRankIsNamedForTimeInTransfers() throws IOException {
        assertThat(cause(job("buffer-broadcast"))).contains("no call path of a rank causes more");
    }
}
