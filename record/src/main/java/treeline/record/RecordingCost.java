package treeline.record;

import treeline.model.Metadata;
import treeline.record.events.Cell;
import treeline.record.events.EachCell;
import treeline.record.events.OpenNanos;
import treeline.record.overhead.RecordingProbe;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Overhead of recording on the reporting rank, which shows whether times are those of the program
/// or of the recorder. The cost per call is measured at the end of the recording, with empty
/// events; in a program, whose data compete for the caches, an event may take several times as
/// long.
///
/// @param calls number of events
/// @param nanosPerCall lower bound of the cost per event; 0 if it was not measured because there
///   were few events
/// @param busyNanos time of all threads inside events, or the CPU time of the process if that is
///   less, because waiting threads have no overhead
/// @param cpuShare CPU time of the process as a fraction of the time of all threads inside events:
///   low if threads wait; NaN if it is unknown
/// @param small frequent events that take little time per call, most frequent first: candidates to
///   exclude
public record RecordingCost(
        long calls, double nanosPerCall, long busyNanos, double cpuShare, List<Small> small) {

    /// Fraction of the busy time above which recording distorts the times.
    public static final double LARGE_SHARE = 0.1;

    static final RecordingCost NONE = new RecordingCost(0, 0, 0, Double.NaN, List.of());

    /// An event is small if it takes less than this multiple of its recording cost.
    private static final double SMALL_TIMES = 10;

    private static final int MAX_SMALL = 10;
    private static final double MIN_CALLS = 0.01;

    /// Fewer calls take a millisecond or two, most of it before Java has compiled anything.
    static final long MIN_MEASURED = 10_000;

    private static final int BATCH = 100;
    private static final int MAX_BATCHES = 2000;
    private static final long MAX_NANOS = 20_000_000;

    /// An event with many short calls.
    public record Small(String name, long calls) {}

    public RecordingCost {
        small = List.copyOf(small);
    }

    /// Fraction of the busy time spent on recording; 0 if there were no events.
    public double share() {
        return busyNanos == 0 ? 0 : Math.min(1, calls * nanosPerCall / busyNanos);
    }

    public boolean isLarge() {
        return share() > LARGE_SHARE;
    }

    Metadata in(Metadata metadata) {
        Metadata known =
                Double.isNaN(cpuShare)
                        ? metadata
                        : metadata.with("recorder.cpu.share", rounded(cpuShare, 1000));
        if (nanosPerCall == 0) return known;
        Metadata all =
                known.with("recorder.calls", calls)
                        .with("recorder.call.nanos", rounded(nanosPerCall, 10))
                        .with("recorder.share", rounded(share(), 1000));
        return isLarge() && !small.isEmpty()
                ? all.with(
                        "recorder.small",
                        String.join(", ", small.stream().map(Small::name).toList()))
                : all;
    }

    private static Metadata.Value rounded(double value, int parts) {
        return new Metadata.Value.Real(Math.rint(value * parts) / parts);
    }

    /// The CPU time of this process so far; 0 if the system does not report it.
    static long cpuNanos() {
        return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    /// The overhead so far, of rank 0; other ranks are assumed to be similar.
    ///
    /// @param cpuNanosAtStart value of [#cpuNanos] at the start of the recording
    static RecordingCost of(RankEvents events, RecorderOptions options, long cpuNanosAtStart) {
        long cpu = cpuNanos() - cpuNanosAtStart;
        Map<String, Sum> byName = byName(events);
        long calls = byName.values().stream().mapToLong(sum -> sum.calls).sum();
        long recorded = byName.values().stream().mapToLong(sum -> sum.ownNanos).sum();
        long nanos = busyNanos(cpu, recorded);
        double cpuShare = cpu > 0 && recorded > 0 ? cpu / (double) recorded : Double.NaN;
        if (calls < MIN_MEASURED) return new RecordingCost(calls, 0, nanos, cpuShare, List.of());
        double each = nanosPerCall(events, options);
        return new RecordingCost(calls, each, nanos, cpuShare, small(byName, calls, each));
    }

    private static Map<String, Sum> byName(RankEvents events) {
        Map<String, Sum> byName = new HashMap<>();
        for (ThreadEvents thread : events.threads()) addTo(byName, thread);
        return byName;
    }

    /// Calls and exclusive time so far, by event name.
    static Map<String, RecordingProbe.EventSum> sums(RankEvents events) {
        Map<String, RecordingProbe.EventSum> sums = new HashMap<>();
        byName(events)
                .forEach(
                        (name, sum) ->
                                sums.put(
                                        name,
                                        new RecordingProbe.EventSum(sum.calls, sum.ownNanos)));
        return sums;
    }

    static long busyNanos(long cpu, long recorded) {
        return cpu > 0 ? Math.min(cpu, recorded) : recorded;
    }

    private static List<Small> small(Map<String, Sum> byName, long calls, double nanosPerCall) {
        List<Small> small = new ArrayList<>();
        byName.forEach(
                (name, sum) -> {
                    if (sum.calls >= MIN_CALLS * calls
                            && sum.ownNanos < SMALL_TIMES * nanosPerCall * sum.calls)
                        small.add(new Small(name, sum.calls));
                });
        small.sort(Comparator.comparingLong(Small::calls).reversed().thenComparing(Small::name));
        return small.subList(0, Math.min(MAX_SMALL, small.size()));
    }

    private static final class Sum {
        long calls;
        long ownNanos;
    }

    private static void addTo(Map<String, Sum> byName, ThreadEvents thread) {
        PathNode[] nodes = thread.nodes();
        OpenNanos open = OpenNanos.of(thread.openTimes());
        long[] own = new long[nodes.length];
        for (int i = nodes.length - 1; i >= 0; i--) {
            long inclusive = 0;
            Sum sum = byName.computeIfAbsent(nodes[i].name, _ -> new Sum());
            for (Cell cell = nodes[i].newestCell(); cell != null; cell = cell.earlier) {
                sum.calls += cell.calls();
                inclusive += nanos(cell) + open.total(cell);
            }
            sum.ownNanos +=
                    Math.max(0, own[i] + inclusive); // below a path that another thread began
            PathNode caller = nodes[i].parent;
            if (caller != null && caller.index >= 0) own[caller.index] -= inclusive;
        }
    }

    private static long nanos(Cell cell) {
        EachCell each = cell.each();
        return cell.nanos() + (each == null ? 0 : each.stored().nanos());
    }

    /// The minimum over many batches, because slower ones were interrupted or not yet compiled.
    private static double nanosPerCall(RankEvents events, RecorderOptions options) {
        var apart =
                new RankEvents(
                        events.communicator, events.metrics, options.with("jfr", "false"), true);
        Event around = apart.main.begin("around", null, -1, true);
        long fastest = Long.MAX_VALUE;
        long start = System.nanoTime();
        for (int i = 0; i < MAX_BATCHES && System.nanoTime() - start < MAX_NANOS; i++)
            fastest = Math.min(fastest, nanos(apart.main));
        around.close();
        return fastest / (double) BATCH;
    }

    private static long nanos(ThreadEvents thread) {
        long start = System.nanoTime();
        for (int i = 0; i < BATCH; i++) thread.begin("call", null, -1, true).close();
        return System.nanoTime() - start;
    }
}
