package treeline.trace.device;

import treeline.array.Percentiles;
import treeline.model.ContextNames;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Rows;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// GPU work as tables, in seconds.
public final class DeviceTable {
    private static final double NANOS = 1e9;

    private DeviceTable() {}

    /// One row per device, from the start of its first to the end of its last work.
    ///
    /// A device is busy while any of its streams works. `computation`, `communication` and `copies`
    /// are the times in which any stream does that, and `overlap` is the time in which
    /// communication runs next to computation. Idle time has reasons as defined by [IdleReasons].
    public static Table devices(List<DeviceWork> all) {
        var devices = Rows.of(all);
        var idle = Rows.of(all.stream().map(IdleReasons::of).toList());
        return Table.of(
                devices.text("device", DeviceWork::name),
                devices.whole("streams", each -> each.streams().size()),
                idle.seconds("seconds", IdleReasons::spanNanos),
                idle.seconds("busy", IdleReasons::busyNanos),
                idle.seconds("idle", IdleReasons::idleNanos),
                devices.seconds("computation", each -> each.busy(WorkKind.COMPUTATION).nanos()),
                devices.seconds("communication", each -> each.busy(WorkKind.COMMUNICATION).nanos()),
                devices.seconds("copies", each -> each.busy(WorkKind.MEMORY).nanos()),
                devices.seconds(
                        "overlap",
                        each ->
                                each.busy(WorkKind.COMPUTATION)
                                        .and(each.busy(WorkKind.COMMUNICATION))
                                        .nanos()),
                idle.seconds("launch_bound", each -> each.nanos(IdleReasons.Reason.LAUNCH))
                        .headed("not launched"),
                idle.seconds("launching", each -> each.nanos(IdleReasons.Reason.LAUNCHING)),
                idle.seconds("gaps", each -> each.nanos(IdleReasons.Reason.SHORT_GAP))
                        .headed("short gaps"),
                idle.seconds("unexplained", each -> each.nanos(IdleReasons.Reason.UNEXPLAINED)));
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
        var reasons = Rows.of(idle);
        var waiting = Rows.of(queues);
        return Table.of(
                Rows.of(streams).text("stream", names::get),
                reasons.seconds("seconds", IdleReasons::spanNanos),
                reasons.seconds("busy", IdleReasons::busyNanos),
                reasons.seconds("launch_bound", each -> each.nanos(IdleReasons.Reason.LAUNCH))
                        .headed("not launched"),
                reasons.seconds("launching", each -> each.nanos(IdleReasons.Reason.LAUNCHING)),
                reasons.seconds("copy_bound", each -> each.nanos(IdleReasons.Reason.COPY))
                        .headed("copy"),
                reasons.seconds(
                                "communication_bound",
                                each -> each.nanos(IdleReasons.Reason.COMMUNICATION))
                        .headed("communication"),
                reasons.seconds("gaps", each -> each.nanos(IdleReasons.Reason.SHORT_GAP))
                        .headed("short gaps"),
                reasons.seconds("unexplained", each -> each.nanos(IdleReasons.Reason.UNEXPLAINED)),
                waiting.real("queue_mean", QueueLength::mean).headed("queue"),
                waiting.whole("queue_max", QueueLength::max));
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
        var rows = Rows.of(work);
        return Table.of(
                        Column.text("kernel", names),
                        rows.text("kind", each -> each.getFirst().kind().label()),
                        rows.whole("count", List::size),
                        rows.seconds(
                                "seconds",
                                each -> each.stream().mapToLong(DeviceWork.Work::nanos).sum()),
                        rows.seconds("median", each -> Percentiles.median(durations(each))),
                        rows.seconds("launch_delay", each -> Percentiles.median(delays(each)))
                                .headed("launch delay"),
                        rows.whole("shorter_than_launch", DeviceTable::shorter)
                                .headed("shorter than launch"),
                        rows.whole(
                                        "bytes",
                                        each ->
                                                each.stream()
                                                        .mapToLong(DeviceWork.Work::bytes)
                                                        .sum())
                                .in(Unit.BYTES),
                        rows.real("bandwidth", DeviceTable::bandwidth).in(Unit.of("B/s")))
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
