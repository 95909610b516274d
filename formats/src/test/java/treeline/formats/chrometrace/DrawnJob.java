package treeline.formats.chrometrace;

import treeline.formats.Formats;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.source.ProfileSource;
import treeline.trace.path.CriticalPath;
import treeline.trace.waiting.DelayCosts;
import treeline.trace.waiting.WaitAnalysis;
import treeline.trace.waiting.WaitKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// The traces of a PyTorch job, drawn as one string per rank, with a slice per line: row, start,
/// end and name, such as
///
/// ```
/// main 0-10 aten::mm
/// main 10-12 c10d::allreduce_
/// gloo 13-40 gloo:all_reduce
/// main 50-52 launch 1
/// 7 60-90 gemm 1
/// 20 90-95 nccl 2 allreduce seq 5
/// ```
///
/// Rows with a number are streams of one GPU. A launch and a kernel have a correlation. Times are
/// in microseconds.
final class DrawnJob {
    private static final long BASE = 1_700_000_000_000_000_000L;

    private final Path folder;
    private final int worldSize;
    private int processGroups = 1;

    DrawnJob(Path folder, int worldSize) {
        this.folder = folder;
        this.worldSize = worldSize;
    }

    DrawnJob withProcessGroups(int count) {
        processGroups = count;
        return this;
    }

    /// Writes the trace of a rank.
    ///
    /// @param laterMicros how much later than the other ranks' its times count from
    DrawnJob rank(int rank, int laterMicros, String drawn) throws IOException {
        List<String> events = new ArrayList<>();
        for (String line : drawn.strip().split("\n")) events.add(event(100 + rank, line.strip()));
        String text =
                """
                {"distributedInfo": {"backend": "gloo", "rank": %d, "world_size": %d, "pg_count": %d},
                "baseTimeNanoseconds": %d, "traceEvents": [
                %s]}
                """
                        .formatted(
                                rank,
                                worldSize,
                                processGroups,
                                BASE + laterMicros * 1000L,
                                String.join(",\n", events));
        Files.writeString(folder.resolve("rank" + rank + ".json"), text);
        return this;
    }

    DrawnJob rank(int rank, String drawn) throws IOException {
        return rank(rank, 0, drawn);
    }

    private String event(int pid, String line) {
        String[] words = line.split(" ", 3);
        boolean isStream = Character.isDigit(words[0].charAt(0));
        int begin = Integer.parseInt(words[1].split("-")[0]);
        int end = Integer.parseInt(words[1].split("-")[1]);
        String[] work = words[2].split(" ");
        String name = isStream ? work[0] : words[2];
        String arguments = "";
        String category = "user_annotation";
        if (name.startsWith("launch")) {
            arguments = "\"correlation\": " + work[1];
            name = "cudaLaunchKernel";
            category = "cuda_runtime";
        } else if (isStream) {
            arguments = kernel(work);
            category = "kernel";
            if (name.equals("nccl")) name = "ncclDevKernel_AllReduce_Sum_f32_RING_LL(args)";
        } else if (name.contains("::")) {
            category = "cpu_op";
        } else if (name.startsWith("record_param_comms")) {
            arguments = collective(work);
            name = "record_param_comms";
            category = "cpu_op";
        }
        return """
        {"ph": "X", "cat": "%s", "name": "%s", "pid": %d, "tid": "%s", "ts": %d, "dur": %d, "args": {%s}}\
        """
                .formatted(
                        category,
                        name,
                        isStream ? 0 : pid,
                        isStream ? words[0] : words[0].equals("main") ? pid + "" : words[0],
                        begin,
                        end - begin,
                        arguments);
    }

    private String kernel(String[] work) {
        String launched = "\"device\": 0, \"correlation\": " + work[1];
        return work.length < 3 ? launched : launched + ", " + collective(work);
    }

    /// `... allreduce seq 5` of the group of all ranks, or `... allreduce seq 5 of 2` of one of
    /// two.
    private String collective(String[] words) {
        List<String> all = List.of(words);
        int at = all.indexOf("seq");
        int size = all.indexOf("of") < 0 ? worldSize : Integer.parseInt(all.getLast());
        return """
        "Collective name": "%s", "Seq": %s, "Process Group Name": "%d", "Group size": %d\
        """
                .formatted(all.get(at - 1), all.get(at + 1), size, size);
    }

    /// An answer about the run.
    @FunctionalInterface
    interface Asked<T> {
        T of(Outline outline, WaitAnalysis analysis);
    }

    <T> T ask(Asked<T> asked) throws IOException {
        return ask(folder.toString(), asked);
    }

    static <T> T ask(String input, Asked<T> asked) throws IOException {
        try (ProfileSource source = Formats.all().open(input)) {
            return asked.of(source.outline(), WaitAnalysis.of(source.outline(), source.traces()));
        }
    }

    /// `waiting for cause: time` in microseconds, of waits for other ranks.
    List<String> waits() throws IOException {
        return ask(
                (outline, analysis) ->
                        IntStream.range(0, analysis.waits().size())
                                .filter(i -> isForRank(analysis.waits().kind(i)))
                                .mapToObj(
                                        i ->
                                                "%s for %s: %d"
                                                        .formatted(
                                                                name(
                                                                        outline,
                                                                        analysis.waits()
                                                                                .context(i)),
                                                                name(
                                                                        outline,
                                                                        analysis.waits().cause(i)),
                                                                analysis.waits().nanos(i) / 1000))
                                .toList());
    }

    private static boolean isForRank(WaitKind kind) {
        return kind.isWait() && kind.isBetweenRanks();
    }

    private static String name(Outline outline, int context) {
        return ContextNames.of(outline).names().get(context);
    }

    /// `context name: time` in microseconds, of the work that makes others wait, largest first.
    List<String> causes() throws IOException {
        return ask(
                (outline, analysis) -> {
                    DelayCosts costs = analysis.delayCosts();
                    return costs.total().entrySet().stream()
                            .sorted(Comparator.comparingDouble(each -> -each.getValue()))
                            .map(
                                    each ->
                                            String.format(
                                                    Locale.ROOT,
                                                    "%s %s: %.0f",
                                                    name(outline, each.getKey().context()),
                                                    outline.tree().name(each.getKey().node()),
                                                    each.getValue() / 1000))
                            .toList();
                });
    }

    /// Microseconds on the critical path by `context name`, largest first.
    List<String> path() throws IOException {
        return ask(
                (outline, analysis) -> {
                    Map<String, Long> nanos = new TreeMap<>();
                    for (CriticalPath.Segment segment : segments(analysis))
                        analysis.traces().lines().stream()
                                .filter(line -> line.context() == segment.context())
                                .forEach(
                                        line ->
                                                line.between(
                                                        segment.beginNanos(),
                                                        segment.endNanos(),
                                                        (begin, end, node) ->
                                                                nanos.merge(
                                                                        name(
                                                                                        outline,
                                                                                        line
                                                                                                .context())
                                                                                + " "
                                                                                + (node < 0
                                                                                        ? "idle"
                                                                                        : outline.tree()
                                                                                                .name(
                                                                                                        node)),
                                                                        end - begin,
                                                                        Long::sum)));
                    return nanos.entrySet().stream()
                            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                            .map(each -> each.getKey() + ": " + each.getValue() / 1000)
                            .toList();
                });
    }

    private static List<CriticalPath.Segment> segments(WaitAnalysis analysis) {
        return CriticalPath.of(analysis.traces(), analysis.operations(), analysis.pathWaits())
                .segments();
    }

    /// What the answer would say about the files, once the traces were read.
    String notes() throws IOException {
        try (ProfileSource source = Formats.all().open(folder.toString())) {
            source.traces();
            return source.report().entries().toString();
        }
    }
}
