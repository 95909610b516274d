package treeline.trace.device;

import treeline.array.Percentiles;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// GPU work as tables, in seconds.
public final class DeviceTable {
    private static final double NANOS = 1e9;

    private DeviceTable() {}

    /// One row per process, from the start of its first to the end of its last work on a GPU.
    ///
    /// A GPU is busy while any stream of the process works. `computation`, `communication` and
    /// `copies` are the times in which any stream does that, and `overlap` is the time in which
    /// communication runs next to computation. Idle time has reasons as defined by [IdleReasons].
    public static Table processes(List<DeviceWork> all) {
        List<IdleReasons> idle = all.stream().map(IdleReasons::of).toList();
        int rows = all.size();
        return Table.of(
                Column.text("process", rows, i -> all.get(i).owner().toString()),
                Column.whole("streams", rows, i -> all.get(i).streams().size()),
                Column.seconds("seconds", rows, i -> idle.get(i).spanNanos()),
                Column.seconds("busy", rows, i -> idle.get(i).busyNanos()),
                Column.seconds("idle", rows, i -> idle.get(i).idleNanos()),
                Column.seconds(
                        "computation", rows, i -> all.get(i).busy(WorkKind.COMPUTATION).nanos()),
                Column.seconds(
                        "communication",
                        rows,
                        i -> all.get(i).busy(WorkKind.COMMUNICATION).nanos()),
                Column.seconds("copies", rows, i -> all.get(i).busy(WorkKind.MEMORY).nanos()),
                Column.seconds(
                        "overlap",
                        rows,
                        i ->
                                all.get(i)
                                        .busy(WorkKind.COMPUTATION)
                                        .and(all.get(i).busy(WorkKind.COMMUNICATION))
                                        .nanos()),
                Column.seconds(
                                "launch_bound",
                                rows,
                                i -> idle.get(i).nanos(IdleReasons.Reason.LAUNCH))
                        .headed("not launched"),
                Column.seconds("gaps", rows, i -> idle.get(i).nanos(IdleReasons.Reason.SHORT_GAP))
                        .headed("short gaps"),
                Column.seconds(
                        "unexplained",
                        rows,
                        i -> idle.get(i).nanos(IdleReasons.Reason.UNEXPLAINED)));
    }

    /// One row per stream: its own idle time between its first and last work, by reason.
    public static Table streams(List<DeviceWork> all, Outline outline) {
        List<String> names = ContextNames.of(outline).names();
        List<Integer> streams = new ArrayList<>();
        List<IdleReasons> idle = new ArrayList<>();
        List<QueueLength> queues = new ArrayList<>();
        for (DeviceWork each : all)
            for (int stream : each.streams()) {
                streams.add(stream);
                idle.add(IdleReasons.ofStream(each, stream));
                queues.add(QueueLength.of(each, stream));
            }
        int rows = streams.size();
        return Table.of(
                Column.text("stream", rows, i -> names.get(streams.get(i))),
                Column.seconds("seconds", rows, i -> idle.get(i).spanNanos()),
                Column.seconds("busy", rows, i -> idle.get(i).busyNanos()),
                Column.seconds(
                                "launch_bound",
                                rows,
                                i -> idle.get(i).nanos(IdleReasons.Reason.LAUNCH))
                        .headed("not launched"),
                Column.seconds("copy_bound", rows, i -> idle.get(i).nanos(IdleReasons.Reason.COPY))
                        .headed("copy"),
                Column.seconds(
                                "communication_bound",
                                rows,
                                i -> idle.get(i).nanos(IdleReasons.Reason.COMMUNICATION))
                        .headed("communication"),
                Column.seconds("gaps", rows, i -> idle.get(i).nanos(IdleReasons.Reason.SHORT_GAP))
                        .headed("short gaps"),
                Column.seconds(
                        "unexplained",
                        rows,
                        i -> idle.get(i).nanos(IdleReasons.Reason.UNEXPLAINED)),
                Column.real("queue_mean", rows, i -> queues.get(i).mean()).headed("queue"),
                Column.whole("queue_max", rows, i -> queues.get(i).max()));
    }

    /// One row per kernel, copy or fill of one name: how long it takes, and how late it starts
    /// after its launch.
    public static Table kernels(List<DeviceWork> all, Outline outline) {
        Map<String, List<DeviceWork.Work>> byName = new TreeMap<>();
        for (DeviceWork each : all)
            for (DeviceWork.Work piece : each.work())
                byName.computeIfAbsent(
                                piece.node() < 0 ? "(unknown)" : outline.tree().name(piece.node()),
                                _ -> new ArrayList<>())
                        .add(piece);
        List<String> names = List.copyOf(byName.keySet());
        List<List<DeviceWork.Work>> work = List.copyOf(byName.values());
        int rows = names.size();
        return Table.of(
                        Column.text("kernel", rows, names::get),
                        Column.text("kind", rows, i -> work.get(i).getFirst().kind().label()),
                        Column.whole("count", rows, i -> work.get(i).size()),
                        Column.seconds(
                                "seconds",
                                rows,
                                i -> work.get(i).stream().mapToLong(DeviceWork.Work::nanos).sum()),
                        Column.seconds(
                                "median", rows, i -> Percentiles.median(durations(work.get(i)))),
                        Column.seconds(
                                        "launch_delay",
                                        rows,
                                        i -> Percentiles.median(delays(work.get(i))))
                                .headed("launch delay"),
                        Column.whole("shorter_than_launch", rows, i -> shorter(work.get(i)))
                                .headed("shorter than launch"),
                        Column.whole(
                                        "bytes",
                                        rows,
                                        i ->
                                                work.get(i).stream()
                                                        .mapToLong(DeviceWork.Work::bytes)
                                                        .sum())
                                .in(Unit.BYTES),
                        Column.real("bandwidth", rows, i -> bandwidth(work.get(i)))
                                .in(Unit.of("B/s")))
                .sort(Order.descending("seconds"));
    }

    private static double[] durations(List<DeviceWork.Work> work) {
        return work.stream().mapToDouble(DeviceWork.Work::nanos).toArray();
    }

    /// From the end of the launching call to the start of the work; negative values are 0, because
    /// work may start while the call returns.
    private static double[] delays(List<DeviceWork.Work> work) {
        return work.stream()
                .filter(DeviceWork.Work::isLaunchKnown)
                .mapToDouble(each -> Math.max(0, each.begin() - each.launchEnd()))
                .toArray();
    }

    private static long shorter(List<DeviceWork.Work> work) {
        return work.stream()
                .filter(DeviceWork.Work::isLaunchKnown)
                .filter(each -> each.nanos() < each.launchEnd() - each.launchBegin())
                .count();
    }

    /// Bytes per second of all copies that have both; NaN if none has.
    private static double bandwidth(List<DeviceWork.Work> work) {
        long bytes = 0;
        long nanos = 0;
        for (DeviceWork.Work each : work) {
            if (each.bytes() <= 0 || each.nanos() <= 0) continue;
            bytes += each.bytes();
            nanos += each.nanos();
        }
        return nanos == 0 ? Double.NaN : bytes / (nanos / NANOS);
    }
}
