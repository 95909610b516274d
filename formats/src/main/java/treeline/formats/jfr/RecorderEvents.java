package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedEvent;

import treeline.formats.reading.SampleCells;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Events of our own recorder mirrored to Flight Recorder. They are written when they end, with
/// their depth, so the callees of an event are the events one level deeper that ended before it.
final class RecorderEvents {
    static final String EVENT = "treeline.Event";
    private static final Metric TIME =
            new Metric("event time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);
    private static final Metric CALLS =
            new Metric("event calls", Unit.COUNT, Metric.Scope.EXCLUSIVE);

    private final ReadReport.Log log;
    private final Map<Lane, List<Ended>> byLane = new HashMap<>();

    /// A thread of a rank, in which events nest.
    private record Lane(int rank, int thread) {}

    /// An event that ended.
    private record Ended(long endNanos, int depth, String name, double nanos) {}

    /// A region with its callees.
    private static final class Region {
        double nanos;
        long calls;
        final Map<String, Region> callees = new HashMap<>();

        void addAll(Map<String, Region> more) {
            more.forEach((name, other) -> callees.merge(name, other, Region::with));
        }

        Region with(Region other) {
            nanos += other.nanos;
            calls += other.calls;
            addAll(other.callees);
            return this;
        }
    }

    RecorderEvents(ReadReport.Log log) {
        this.log = log;
    }

    void add(RecordedEvent event, JfrThreads threads) {
        int thread = threads.number(event.getThread());
        int rank = Math.max(event.getInt("rank"), -1);
        threads.isOfRank(thread, rank);
        if (event.getInt("iteration") >= 0)
            log.note("iterations of recorded events are summed", "");
        String name = event.getString("name");
        var end = event.getEndTime();
        long endNanos = end.getEpochSecond() * 1_000_000_000L + end.getNano();
        byLane.computeIfAbsent(new Lane(rank, thread), _ -> new ArrayList<>())
                .add(
                        new Ended(
                                endNanos,
                                event.getInt("depth"),
                                name == null || name.isEmpty() ? "unnamed" : name,
                                JfrMeasure.nanos(event.getDuration())));
    }

    void moveTo(ProfileBuilder builder, JfrThreads threads) {
        if (byLane.isEmpty()) return;
        int[] metrics = {builder.metric(TIME), builder.metric(CALLS)};
        var cells = new SampleCells(metrics.length);
        byLane.forEach(
                (lane, ended) ->
                        addRegions(
                                builder,
                                cells,
                                threads.context(builder, lane.thread, lane.rank),
                                regions(ended)));
        cells.moveTo(builder, metrics);
    }

    /// Of events that end at one time, the deeper one ended first.
    private Map<String, Region> regions(List<Ended> ended) {
        ended.sort(
                Comparator.comparingLong(Ended::endNanos)
                        .thenComparing(Comparator.comparingInt(Ended::depth).reversed()));
        Map<Integer, Map<String, Region>> pending = new HashMap<>();
        for (Ended each : ended) {
            Region region =
                    pending.computeIfAbsent(each.depth, _ -> new HashMap<>())
                            .computeIfAbsent(each.name, _ -> new Region());
            region.nanos += each.nanos;
            region.calls++;
            Map<String, Region> callees = pending.remove(each.depth + 1);
            if (callees != null) region.addAll(callees);
        }
        Region roots = new Region();
        pending.forEach(
                (depth, regions) -> {
                    if (depth > 0)
                        log.note(
                                "the caller of a recorded event was still open at the end of the"
                                        + " recording, so the event is a root",
                                "");
                    roots.addAll(regions);
                });
        return roots.callees;
    }

    private record Todo(int node, Map<String, Region> regions) {}

    private static void addRegions(
            ProfileBuilder builder, SampleCells cells, int context, Map<String, Region> roots) {
        List<Todo> todo = new ArrayList<>(List.of(new Todo(ProfileBuilder.ROOT, roots)));
        while (!todo.isEmpty()) {
            Todo next = todo.removeLast();
            next.regions.entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(
                            each -> {
                                Region region = each.getValue();
                                int node = builder.child(next.node, Frame.region(each.getKey()));
                                cells.add(0, context, node, region.nanos);
                                cells.add(1, context, node, (double) region.calls);
                                todo.add(new Todo(node, region.callees));
                            });
        }
    }
}
