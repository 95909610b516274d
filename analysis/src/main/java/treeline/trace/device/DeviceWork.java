package treeline.trace.device;

import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The work of the streams of one device, in the order in which it started.
///
/// @param owner the process that uses it, as a context without thread and stream
/// @param device its label among the devices of the process; empty if the trace has none
/// @param streams contexts of its streams, ascending
public record DeviceWork(Context owner, String device, List<Integer> streams, List<Work> work) {
    private static final List<String> LABELS = List.of("gpudevice", "device");

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

    /// The label of the device of a stream; empty if the trace has none.
    public static String deviceOf(Outline outline, int context) {
        return LABELS.stream()
                .map(label -> outline.contextLabel(label, context))
                .filter(device -> !device.isEmpty())
                .findFirst()
                .orElse("");
    }

    /// `rank 3`, or `rank 3 device 1` if devices are told apart.
    String name() {
        return device.isEmpty() ? owner.toString() : owner + " device " + device;
    }

    /// The device that a stream belongs to.
    private record Owner(Context process, String device) {}

    /// The devices with work, in context order.
    public static List<DeviceWork> of(OperationSet operations, Outline outline) {
        Accounts accounts = Accounts.of(outline);
        Map<Owner, List<Integer>> byOwner = new LinkedHashMap<>();
        for (int context = 0; context < outline.contexts().size(); context++) {
            Context each = outline.contexts().get(context);
            if (each.stream() == Context.NONE || !hasWork(operations.of(context))) continue;
            byOwner.computeIfAbsent(
                            new Owner(each.process(), deviceOf(outline, context)),
                            _ -> new ArrayList<>())
                    .add(context);
        }
        List<DeviceWork> all = new ArrayList<>();
        byOwner.forEach(
                (owner, streams) -> {
                    List<Work> work = new ArrayList<>();
                    for (int stream : streams)
                        add(work, stream, operations.of(stream), outline.tree(), accounts);
                    work.sort(Comparator.comparingLong(Work::begin));
                    all.add(new DeviceWork(owner.process, owner.device, streams, work));
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
            List<Work> work, int stream, Operations operations, CallTree tree, Accounts accounts) {
        for (int i = 0; i < operations.size(); i++) {
            if (!isWork(operations.kind(i))) continue;
            work.add(
                    new Work(
                            stream,
                            WorkKind.of(operations, i, tree, accounts),
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
