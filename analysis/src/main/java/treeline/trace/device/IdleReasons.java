package treeline.trace.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The reasons why a GPU or one of its streams was idle between its first and its last work.
///
/// Each gap before a piece of work is divided, after Holistic Trace Analysis. The parts until the
/// launching call began and until it returned are due to the host: the work was not submitted yet.
/// Of the rest, the parts in which other streams of the device copy or communicate are due to
/// these, and the remainder is a short gap if it is below [#SHORT_GAP_NANOS], otherwise
/// unexplained. If the launch is unknown, the first two parts are missing.
final class IdleReasons {
    /// The threshold of Holistic Trace Analysis for gaps between two kernels.
    static final long SHORT_GAP_NANOS = 30_000;

    /// Why a stream was idle.
    enum Reason {
        /// The launching call had not begun.
        LAUNCH,
        /// The launching call had begun and not returned.
        LAUNCHING,
        COPY,
        COMMUNICATION,
        SHORT_GAP,
        UNEXPLAINED
    }

    private final long span;
    private final long busy;
    private final Map<Reason, Long> nanos = new EnumMap<>(Reason.class);

    private IdleReasons(long span, long busy) {
        this.span = span;
        this.busy = busy;
    }

    /// Of all streams of a device together.
    static IdleReasons of(DeviceWork work) {
        var none = new Intervals(List.of());
        return of(work.work(), none, none);
    }

    /// Of one stream.
    static IdleReasons ofStream(DeviceWork work, int stream) {
        List<DeviceWork.Work> own = new ArrayList<>();
        List<Intervals.Interval> copies = new ArrayList<>();
        List<Intervals.Interval> communication = new ArrayList<>();
        for (DeviceWork.Work each : work.work()) {
            if (each.stream() == stream) own.add(each);
            else if (each.kind() == WorkKind.MEMORY)
                copies.add(new Intervals.Interval(each.begin(), each.end()));
            else if (each.kind() == WorkKind.COMMUNICATION)
                communication.add(new Intervals.Interval(each.begin(), each.end()));
        }
        return of(own, Intervals.of(copies), Intervals.of(communication));
    }

    private static IdleReasons of(
            List<DeviceWork.Work> work, Intervals copies, Intervals communication) {
        if (work.isEmpty()) return new IdleReasons(0, 0);
        List<DeviceWork.Work> sorted =
                work.stream().sorted(Comparator.comparingLong(DeviceWork.Work::begin)).toList();
        long first = sorted.getFirst().begin();
        long end = first;
        long idle = 0;
        List<Gap> gaps = new ArrayList<>();
        for (DeviceWork.Work each : sorted) {
            if (each.begin() > end) {
                gaps.add(new Gap(end, each));
                idle += each.begin() - end;
            }
            end = Math.max(end, each.end());
        }
        var reasons = new IdleReasons(end - first, end - first - idle);
        for (Gap gap : gaps) reasons.divide(gap, copies, communication);
        return reasons;
    }

    /// Idle time before a piece of work.
    private record Gap(long begin, DeviceWork.Work before) {}

    private void divide(Gap gap, Intervals copies, Intervals communication) {
        long end = gap.before.begin();
        boolean known = gap.before.isLaunchKnown();
        long called = known ? Math.clamp(gap.before.launchBegin(), gap.begin, end) : gap.begin;
        long submitted = known ? Math.clamp(gap.before.launchEnd(), called, end) : gap.begin;
        add(Reason.LAUNCH, called - gap.begin);
        add(Reason.LAUNCHING, submitted - called);
        long copied = copies.nanosWithin(submitted, end);
        long communicated =
                communication.nanosWithin(submitted, end)
                        - copies.and(communication).nanosWithin(submitted, end);
        add(Reason.COPY, copied);
        add(Reason.COMMUNICATION, communicated);
        long rest = end - submitted - copied - communicated;
        add(rest < SHORT_GAP_NANOS ? Reason.SHORT_GAP : Reason.UNEXPLAINED, rest);
    }

    private void add(Reason reason, long time) {
        if (time > 0) nanos.merge(reason, time, Long::sum);
    }

    /// From the start of the first to the end of the last work.
    long spanNanos() {
        return span;
    }

    long busyNanos() {
        return busy;
    }

    long idleNanos() {
        return span - busy;
    }

    long nanos(Reason reason) {
        return nanos.getOrDefault(reason, 0L);
    }
}
