package treeline.trace.waiting;

import treeline.array.BinarySearch;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.trace.communication.OperationSet;
import treeline.trace.device.DeviceWork;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Waits between threads and GPUs.
///
/// The GPU of a process waits for the thread that launches its next work, from the end of all
/// earlier work to the end of the launching call. A GPU has one wait at a time, however many
/// streams it has. A thread waits in a synchronising call for the last work of the streams that it
/// synchronises with: of the stream that the call names, otherwise of all streams that the thread
/// launched work to.
///
/// The critical path follows single streams. A stream waits for the launch of its next work or, if
/// that starts when work of another stream of the GPU ends, for the other stream. Events that
/// connect streams are seldom recorded, so the end must be nearer to the start than to the moment
/// from which the work could have started. Threads that work for each other, such as those of a
/// backward pass, wait on the critical path only.
final class DeviceWaits {
    private final OperationSet all;
    private final WaitStates.Builder waits;
    private final WaitStates.Builder ofPath;
    private final Map<Integer, Work> workOf = new HashMap<>(); // by stream
    private final Map<Integer, List<Integer>> streamsOf = new HashMap<>(); // by launching thread

    /// The process that uses a device, and the label of the device.
    private record Device(String host, int rank, int repetition, String label) {}

    /// A kernel or copy.
    private record Item(int stream, int operation, long begin, long end) {}

    /// The work of a stream or device in the order of its starts.
    private final class Work {
        private final List<Item> items = new ArrayList<>();
        private long[] latestEnd = {}; // up to each

        void addStream(int stream) {
            Operations each = all.of(stream);
            for (int i = 0; i < each.size(); i++)
                if (each.kind(i) == OperationKind.KERNEL || each.kind(i) == OperationKind.COPY)
                    items.add(new Item(stream, i, each.beginNanos(i), each.endNanos(i)));
        }

        Work sorted() {
            items.sort(Comparator.comparingLong(Item::begin));
            latestEnd = items.stream().mapToLong(Item::end).toArray();
            Arrays.parallelPrefix(latestEnd, Math::max);
            return this;
        }

        /// The end of the last work that starts before a time, not later than that time.
        long lastEnd(long time) {
            int next = BinarySearch.end(0, items.size(), i -> items.get(i).begin < time);
            return next == 0 ? Long.MIN_VALUE : Math.min(time, latestEnd[next - 1]);
        }

        /// Adds the waits for launches.
        void addLaunches(WaitStates.Builder to) {
            for (int i = 0; i < items.size(); i++) {
                Item item = items.get(i);
                Operations each = all.of(item.stream);
                int launcher = each.peer(item.operation);
                long begin = i == 0 ? each.postedNanos(item.operation) : latestEnd[i - 1];
                long launched = each.startedNanos(item.operation);
                if (launcher >= 0)
                    add(
                            to,
                            WaitKind.LAUNCH,
                            item.stream,
                            item.operation,
                            launcher,
                            begin,
                            launched);
            }
        }

        /// Adds the waits of streams for each other to the waits of the critical path.
        void addOtherStreams() {
            List<Item> byEnd = new ArrayList<>(items);
            byEnd.sort(Comparator.comparingLong(Item::end));
            Map<Integer, Long> ready = new HashMap<>(); // the latest end on each stream
            for (Item item : items) {
                long launched = all.of(item.stream).startedNanos(item.operation);
                long from = Math.max(launched, ready.getOrDefault(item.stream, Long.MIN_VALUE));
                ready.merge(item.stream, item.end, Math::max);
                int next = BinarySearch.end(0, byEnd.size(), i -> byEnd.get(i).end <= item.begin);
                if (next == 0) continue;
                Item last = byEnd.get(next - 1);
                if (last.stream != item.stream && item.begin - last.end < last.end - from)
                    add(
                            ofPath,
                            WaitKind.GPU,
                            item.stream,
                            item.operation,
                            last.stream,
                            from,
                            last.end);
            }
        }
    }

    private DeviceWaits(OperationSet all, WaitStates.Builder waits, WaitStates.Builder ofPath) {
        this.all = all;
        this.waits = waits;
        this.ofPath = ofPath;
    }

    /// @param ofPath gets the waits of single streams
    static void add(
            OperationSet all,
            Outline outline,
            WaitStates.Builder waits,
            WaitStates.Builder ofPath) {
        var search = new DeviceWaits(all, waits, ofPath);
        Map<Device, Work> devices = new LinkedHashMap<>();
        for (int context = 0; context < all.contexts(); context++)
            search.addWork(context, outline, devices);
        for (Work work : devices.values()) {
            work.sorted().addLaunches(waits);
            work.addOtherStreams();
        }
        for (int context = 0; context < all.contexts(); context++)
            search.addSynchronisations(context, outline.contexts());
    }

    private void addWork(int stream, Outline outline, Map<Device, Work> devices) {
        var work = new Work();
        work.addStream(stream);
        if (work.items.isEmpty()) return;
        workOf.put(stream, work.sorted());
        work.addLaunches(ofPath);
        for (Item item : work.items) {
            int launcher = all.of(stream).peer(item.operation);
            if (launcher < 0) continue;
            List<Integer> streams = streamsOf.computeIfAbsent(launcher, _ -> new ArrayList<>());
            if (!streams.contains(stream)) streams.add(stream);
        }
        Context process = outline.contexts().get(stream);
        devices.computeIfAbsent(
                        new Device(
                                process.host(),
                                process.rank(),
                                process.repetition(),
                                DeviceWork.deviceOf(outline, stream)),
                        _ -> new Work())
                .addStream(stream);
    }

    private void addSynchronisations(int thread, List<Context> contexts) {
        Operations operations = all.of(thread);
        for (int i = 0; i < operations.size(); i++) {
            if (operations.kind(i) != OperationKind.SYNCHRONISE) continue;
            long begin = operations.beginNanos(i);
            int peer = operations.peer(i);
            if (peer >= 0 && contexts.get(peer).stream() == Context.NONE) {
                add(ofPath, WaitKind.LAUNCH, thread, i, peer, begin, operations.endNanos(i));
                continue;
            }
            List<Integer> streams =
                    peer >= 0 ? List.of(peer) : streamsOf.getOrDefault(thread, List.of());
            int last = -1;
            long until = begin;
            for (int stream : streams) {
                Work work = workOf.get(stream);
                long end = work == null ? Long.MIN_VALUE : work.lastEnd(operations.endNanos(i));
                if (end <= until) continue;
                until = end;
                last = stream;
            }
            if (last >= 0) add(waits, WaitKind.GPU, thread, i, last, begin, until);
        }
    }

    private void add(
            WaitStates.Builder to,
            WaitKind kind,
            int context,
            int operation,
            int cause,
            long begin,
            long end) {
        to.add(
                kind,
                context,
                operation,
                all.of(context).node(operation),
                cause,
                begin,
                end - begin);
    }
}
