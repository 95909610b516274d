package treeline.store.trace;

import org.jspecify.annotations.Nullable;

import treeline.source.trace.CallOperations;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Messages and collective operations of a recording, decoded by thread on demand.
final class RecordedInteractions implements Interactions {
    private final Map<Integer, Traced> byContext;
    private final Map<Integer, Integer> contextOfRank;
    private final List<ProcessGroup> groups = new ArrayList<>();
    private final Map<TraceFile, int[]> groupOf = new HashMap<>();

    /// A traced thread, with the node of each of its paths.
    static final class Traced {
        private final TraceFile file;
        private final TraceThread thread;
        private final int[] nodeOf;

        Traced(TraceFile file, TraceThread thread, int[] nodeOf) {
            this.file = file;
            this.thread = thread;
            this.nodeOf = nodeOf;
        }

        TraceThread thread() {
            return thread;
        }

        int node(int path) {
            return nodeOf[path];
        }

        long runNanos(long rankNanos) {
            return file.clock().runNanos(rankNanos);
        }

        /// Events that were open at the end of the recording lasted until the trace was written.
        long endNanos() {
            long last = thread.lastNanos();
            return runNanos(thread.open() == 0 ? last : Math.max(last, file.endNanos()));
        }

        void read(TraceThread.Block block, BlockReader.Visitor visitor) {
            BlockReader.read(
                    block.read(file.bytes()), thread, file.groups().size(), block, visitor);
        }
    }

    /// @param contextOfRank the context that stands for a rank in messages: its first thread
    RecordedInteractions(
            List<TraceFile> files,
            Map<Integer, Traced> byContext,
            Map<Integer, Integer> contextOfRank) {
        this.byContext = Map.copyOf(byContext);
        this.contextOfRank = Map.copyOf(contextOfRank);
        Map<TraceGroup, Integer> known = new HashMap<>();
        for (TraceFile file : files) {
            int[] numbers = new int[file.groups().size()];
            for (int i = 0; i < numbers.length; i++)
                numbers[i] = known.computeIfAbsent(file.groups().get(i), this::add);
            groupOf.put(file, numbers);
        }
    }

    private int add(TraceGroup group) {
        groups.add(
                new ProcessGroup(
                        group.ordinal() == 1 ? group.name() : nth(group),
                        group.members().stream().map(this::contextOf).toList()));
        return groups.size() - 1;
    }

    private static String nth(TraceGroup group) {
        return "%s(%d)"
                .formatted(group.name().isEmpty() ? "" : group.name() + " ", group.ordinal());
    }

    private int contextOf(int rank) {
        return contextOfRank.getOrDefault(rank, Operations.ABSENT);
    }

    @Override
    public List<ProcessGroup> groups() {
        return List.copyOf(groups);
    }

    @Override
    public Operations of(int context) {
        Traced traced = byContext.get(context);
        if (traced == null) return Operations.NONE;
        var events = new Events(traced);
        for (TraceThread.Block block : traced.thread.blocks()) traced.read(block, events);
        return events.build();
    }

    /// The records of one thread. An operation is stored before the end of its call and ends with
    /// it.
    private final class Events implements BlockReader.Visitor {
        private final Traced traced;
        private final int @Nullable [] groupNumbers;
        private final CallOperations operations = new CallOperations();
        private final List<BlockReader.Operation> pending = new ArrayList<>();

        Events(Traced traced) {
            this.traced = traced;
            this.groupNumbers = groupOf.get(traced.file);
        }

        Operations build() {
            flush(traced.endNanos());
            return operations.build(traced.endNanos());
        }

        @Override
        public void begin(long nanos, int path) {
            long time = traced.runNanos(nanos);
            flush(time);
            operations.enter(time, traced.node(path));
        }

        @Override
        public void end(long nanos, int path) {
            long time = traced.runNanos(nanos);
            flush(time);
            operations.leave(time);
        }

        @Override
        public void operation(BlockReader.Operation operation) {
            pending.add(operation);
        }

        private void flush(long end) {
            for (BlockReader.Operation each : pending) add(each, end);
            pending.clear();
        }

        private int group(int number) {
            return number < 0 || groupNumbers == null ? Operations.ABSENT : groupNumbers[number];
        }

        private void add(BlockReader.Operation each, long end) {
            long begin = operations.entered(end);
            int peer = each.peer() < 0 ? Operations.ABSENT : contextOf(each.peer());
            int group = group(each.group());
            switch (each.kind()) {
                case TraceLayout.SEND ->
                        operations.send(begin, peer, group, each.tag(), each.bytes());
                case TraceLayout.RECEIVE ->
                        operations.receive(end, peer, group, each.tag(), each.bytes());
                case TraceLayout.POST_SEND ->
                        operations.postSend(
                                begin, each.request(), peer, group, each.tag(), each.bytes());
                case TraceLayout.COMPLETE_SEND -> operations.completeSend(end, each.request());
                case TraceLayout.POST_RECEIVE -> operations.postReceive(begin, each.request());
                case TraceLayout.COMPLETE_RECEIVE ->
                        operations.completeReceive(
                                end, each.request(), peer, group, each.tag(), each.bytes());
                case TraceLayout.CANCEL -> operations.cancel(each.request());
                default -> addCollective(each, begin, end, group, peer);
            }
        }

        private void addCollective(
                BlockReader.Operation each, long begin, long end, int group, int root) {
            OperationKind kind = TraceLayout.collective(each.kind());
            boolean isRoot = each.peer() == traced.file.rank();
            long bytes = each.bytes();
            long sent =
                    switch (kind.pattern()) {
                        case ONE_TO_ALL -> isRoot ? bytes : 0;
                        case ALL_TO_ONE -> isRoot ? 0 : bytes;
                        case ALL_TO_ALL, PREFIX, SOME_TO_SOME -> bytes;
                        case BARRIER, POINT_TO_POINT, START, STREAMS -> 0;
                    };
            long received =
                    switch (kind.pattern()) {
                        case ONE_TO_ALL -> isRoot ? 0 : bytes;
                        case ALL_TO_ONE -> isRoot ? bytes : 0;
                        case ALL_TO_ALL, PREFIX, SOME_TO_SOME -> bytes;
                        case BARRIER, POINT_TO_POINT, START, STREAMS -> 0;
                    };
            operations.beginCollective(begin);
            operations.endCollective(end, kind, group, root, sent, received);
        }
    }
}
