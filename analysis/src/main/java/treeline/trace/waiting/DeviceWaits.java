package treeline.trace.waiting;

import treeline.array.BinarySearch;
import treeline.array.IndexSort;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Waits between threads and GPU streams.
///
/// A stream waits for the thread that launches its next work, from the end of its last work to the
/// end of the launching call. A thread waits in a synchronising call for the last work of the
/// streams that it synchronises with: of the stream that the call names, otherwise of all streams
/// that the thread launched work to.
final class DeviceWaits {
    private final OperationSet all;
    private final Receiver waits;
    private final Map<Integer, long[][]> workOf = new HashMap<>(); // begin and running maximum end
    private final Map<Integer, List<Integer>> streamsOf = new HashMap<>();

    /// Receives a wait, whose time starts with its operation.
    @FunctionalInterface
    interface Receiver {
        void add(WaitKind kind, int context, int operation, int cause, long begin, long nanos);
    }

    private DeviceWaits(OperationSet all, Receiver waits) {
        this.all = all;
        this.waits = waits;
    }

    static void add(OperationSet all, Receiver waits) {
        var search = new DeviceWaits(all, waits);
        for (int context = 0; context < all.contexts(); context++) search.addLaunches(context);
        for (int context = 0; context < all.contexts(); context++)
            search.addSynchronisations(context);
    }

    private static boolean isWork(OperationKind kind) {
        return kind == OperationKind.KERNEL || kind == OperationKind.COPY;
    }

    private void addLaunches(int stream) {
        Operations operations = all.of(stream);
        int[] work =
                IntStream.range(0, operations.size())
                        .filter(i -> isWork(operations.kind(i)))
                        .toArray();
        IndexSort.sort(work, 0, work.length, operations::beginNanos);
        if (work.length == 0) return;
        long[][] times = new long[2][work.length];
        long end = Long.MIN_VALUE;
        for (int i = 0; i < work.length; i++) {
            int launcher = operations.peer(work[i]);
            long launched = operations.startedNanos(work[i]);
            long begin = i == 0 ? operations.postedNanos(work[i]) : end;
            if (launcher >= 0) {
                waits.add(WaitKind.LAUNCH, stream, work[i], launcher, begin, launched - begin);
                List<Integer> streams = streamsOf.computeIfAbsent(launcher, _ -> new ArrayList<>());
                if (!streams.contains(stream)) streams.add(stream);
            }
            end = Math.max(end, operations.endNanos(work[i]));
            times[0][i] = operations.beginNanos(work[i]);
            times[1][i] = end;
        }
        workOf.put(stream, times);
    }

    private void addSynchronisations(int thread) {
        Operations operations = all.of(thread);
        for (int i = 0; i < operations.size(); i++) {
            if (operations.kind(i) != OperationKind.SYNCHRONISE) continue;
            List<Integer> streams =
                    operations.peer(i) >= 0
                            ? List.of(operations.peer(i))
                            : streamsOf.getOrDefault(thread, List.of());
            int last = -1;
            long until = operations.beginNanos(i);
            for (int stream : streams) {
                long end = lastEnd(stream, operations.endNanos(i));
                if (end <= until) continue;
                until = end;
                last = stream;
            }
            if (last >= 0)
                waits.add(
                        WaitKind.GPU,
                        thread,
                        i,
                        last,
                        operations.beginNanos(i),
                        until - operations.beginNanos(i));
        }
    }

    /// The end of the last work of a stream that starts before a time, not later than that time.
    private long lastEnd(int stream, long time) {
        long[][] times = workOf.get(stream);
        if (times == null) return Long.MIN_VALUE;
        int next = BinarySearch.end(0, times[0].length, work -> times[0][work] < time);
        return next == 0 ? Long.MIN_VALUE : Math.min(time, times[1][next - 1]);
    }
}
