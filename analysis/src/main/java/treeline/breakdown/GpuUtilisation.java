package treeline.breakdown;

import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Busy and idle time per GPU. A device is busy while any of its streams is busy, so busy time
/// never exceeds the run time.
///
/// @param rank the rank that uses the device, such as `rank 3`
/// @param device its label among the devices of the rank; empty if only the rank is known
/// @param streams the number of streams, busy or not
/// @param communicationNanos time in which only communication kernels run: exposed communication in
///   NCCL's terms; part of the busy time
public record GpuUtilisation(
        String rank,
        String device,
        int streams,
        long busyNanos,
        long idleNanos,
        long communicationNanos) {

    /// A half-open interval in which a stream is busy.
    ///
    /// @param communicates whether a communication kernel runs
    public record Interval(long beginNanos, long endNanos, boolean communicates) {
        public Interval(long beginNanos, long endNanos) {
            this(beginNanos, endNanos, false);
        }

        public Interval {
            if (endNanos < beginNanos)
                throw new IllegalArgumentException(
                        "an interval ends at %d before it begins at %d"
                                .formatted(endNanos, beginNanos));
        }
    }

    /// The busy intervals of one stream, in any order.
    public record Stream(String rank, String device, List<Interval> busy) {
        public Stream {
            busy = List.copyOf(busy);
        }

        private List<String> owner() {
            return List.of(rank, device);
        }
    }

    /// One entry for each device, in the order in which they come.
    ///
    /// @param beginNanos when the trace of these streams and of the threads that launch to them
    ///   began; intervals outside of the trace are cut off
    public static List<GpuUtilisation> of(List<Stream> streams, long beginNanos, long endNanos) {
        if (endNanos < beginNanos)
            throw new IllegalArgumentException(
                    "the run ends at %d before it begins at %d".formatted(endNanos, beginNanos));
        Map<List<String>, List<Stream>> byDevice =
                streams.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Stream::owner,
                                        java.util.LinkedHashMap::new,
                                        Collectors.toList()));
        List<GpuUtilisation> uses = new ArrayList<>();
        byDevice.forEach(
                (owner, its) -> {
                    long busy = union(its, _ -> true, beginNanos, endNanos);
                    long works = union(its, each -> !each.communicates(), beginNanos, endNanos);
                    uses.add(
                            new GpuUtilisation(
                                    owner.getFirst(),
                                    owner.getLast(),
                                    its.size(),
                                    busy,
                                    endNanos - beginNanos - busy,
                                    busy - works));
                });
        return uses;
    }

    /// How long at least one of the streams was busy with intervals of a kind.
    private static long union(List<Stream> streams, Predicate<Interval> kind, long from, long to) {
        List<Interval> all =
                streams.stream()
                        .flatMap(stream -> stream.busy().stream())
                        .filter(kind)
                        .sorted(Comparator.comparingLong(Interval::beginNanos))
                        .toList();
        long busy = 0;
        long covered = from;
        for (Interval each : all) {
            long begin = Math.max(covered, each.beginNanos());
            long end = Math.min(to, each.endNanos());
            if (end <= begin) continue;
            busy += end - begin;
            covered = end;
        }
        return busy;
    }

    /// Of the run, 0 to 1.
    public double busyShare() {
        long run = busyNanos + idleNanos;
        return run == 0 ? 0 : (double) busyNanos / run;
    }

    /// Of the run, in which the device only communicates.
    double communicationShare() {
        long run = busyNanos + idleNanos;
        return run == 0 ? 0 : (double) communicationNanos / run;
    }

    /// `rank 3 device 0`.
    String name() {
        return device.isEmpty() ? rank : rank + " device " + device;
    }

    /// `device`, `streams`, `busy` and `idle` in seconds, `busyShare`.
    public static Table table(List<GpuUtilisation> uses) {
        int rows = uses.size();
        return Table.of(
                Column.text("device", rows, row -> uses.get(row).name()),
                Column.whole("streams", rows, row -> uses.get(row).streams()),
                Column.seconds("busy", rows, row -> uses.get(row).busyNanos()),
                Column.seconds("idle", rows, row -> uses.get(row).idleNanos()),
                Column.real("busyShare", rows, row -> uses.get(row).busyShare())
                        .share()
                        .headed("busy"));
    }
}
