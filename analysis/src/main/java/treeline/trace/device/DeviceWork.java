package treeline.trace.device;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.numbers.activity.Activities;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The work of the GPU streams of one process, in the order in which it started.
///
/// @param owner the process, as a context without thread and stream
/// @param streams contexts of its streams, ascending
public record DeviceWork(Context owner, List<Integer> streams, List<Work> work) {
    public DeviceWork {
        streams = List.copyOf(streams);
        work = List.copyOf(work);
    }

    /// A kernel, copy or fill.
    ///
    /// @param launcher context of the thread that launched it, negative if unknown
    /// @param launchBegin start of the launching call; equal to `launchEnd` and `begin` if unknown
    public record Work(
            int stream,
            WorkKind kind,
            int node,
            int launcher,
            long launchBegin,
            long launchEnd,
            long begin,
            long end,
            long bytes) {

        public boolean isLaunchKnown() {
            return launcher >= 0;
        }

        public long nanos() {
            return end - begin;
        }
    }

    /// The processes with streams, in context order.
    public static List<DeviceWork> of(OperationSet operations, Outline outline) {
        Activities activities = Activities.of(outline);
        Map<Context, List<Integer>> byOwner = new LinkedHashMap<>();
        for (int context = 0; context < outline.contexts().size(); context++) {
            Context each = outline.contexts().get(context);
            if (each.stream() == Context.NONE || !hasWork(operations.of(context))) continue;
            byOwner.computeIfAbsent(
                            new Context(
                                    each.host(),
                                    each.rank(),
                                    Context.NONE,
                                    Context.NONE,
                                    each.repetition()),
                            _ -> new ArrayList<>())
                    .add(context);
        }
        List<DeviceWork> all = new ArrayList<>();
        byOwner.forEach(
                (owner, streams) -> {
                    List<Work> work = new ArrayList<>();
                    for (int stream : streams)
                        add(work, stream, operations.of(stream), outline.tree(), activities);
                    work.sort(Comparator.comparingLong(Work::begin));
                    all.add(new DeviceWork(owner, streams, work));
                });
        return all;
    }

    private static boolean isWork(OperationKind kind) {
        return kind == OperationKind.KERNEL || kind == OperationKind.COPY;
    }

    private static boolean hasWork(Operations operations) {
        for (int i = 0; i < operations.size(); i++) if (isWork(operations.kind(i))) return true;
        return false;
    }

    private static void add(
            List<Work> work,
            int stream,
            Operations operations,
            CallTree tree,
            Activities activities) {
        for (int i = 0; i < operations.size(); i++) {
            if (!isWork(operations.kind(i))) continue;
            work.add(
                    new Work(
                            stream,
                            WorkKind.of(operations, i, tree, activities),
                            operations.node(i),
                            operations.peer(i),
                            operations.postedNanos(i),
                            operations.startedNanos(i),
                            operations.beginNanos(i),
                            operations.endNanos(i),
                            operations.bytesSent(i)));
        }
    }

    /// The times in which any stream does work of a kind.
    Intervals busy(WorkKind kind) {
        return Intervals.of(
                work.stream()
                        .filter(each -> each.kind == kind)
                        .map(each -> new Intervals.Interval(each.begin, each.end))
                        .toList());
    }

    /// The times in which any stream works.
    Intervals busy() {
        return Intervals.of(
                work.stream().map(each -> new Intervals.Interval(each.begin, each.end)).toList());
    }
}
