package treeline.formats.slices;

import org.jspecify.annotations.Nullable;

import treeline.array.IndexSort;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Collects the operations of a trace: kernels and copies of streams with the calls that launched
/// them, and calls that wait for a device.
final class DeviceOperations {
    private final Launches launches;
    private final @Nullable Flows flows;
    private final List<OperationDrafts> byThread = new ArrayList<>();
    private final Map<Integer, Integer> awaited = new HashMap<>(); // streams, by launch

    DeviceOperations(Launches launches, @Nullable Flows flows) {
        this.launches = launches;
        this.flows = flows;
    }

    /// Operations of contexts by their numbers.
    private record OfContexts(List<Operations> byContext) implements Interactions {
        @Override
        public List<ProcessGroup> groups() {
            return List.of();
        }

        @Override
        public Operations of(int context) {
            return byContext.get(context);
        }
    }

    void add(
            int thread,
            OperationKind kind,
            int node,
            int launch,
            long begin,
            long end,
            double bytes) {
        while (byThread.size() <= thread) byThread.add(new OperationDrafts());
        byThread.get(thread).add(kind, node, launch, begin, end, Math.round(bytes));
    }

    /// The call of a launch number waits for a stream.
    void waits(int launch, int stream) {
        awaited.put(launch, stream);
    }

    /// The correlation id of a launch, or the number of its flow.
    private int tag(int launch) {
        if (launch == Lane.NO_LAUNCH) return 0;
        int point = launches.point(launch);
        return point == Flows.NONE || flows == null
                ? launches.correlation(launch)
                : flows.flow(point);
    }

    /// @param contextOf the context of each thread
    /// @param nodeAt the place of each node in the tree
    Interactions interactions(int[] contextOf, int contexts, int[] nodeAt, LineClock clock) {
        if (byThread.stream().allMatch(each -> each.size() == 0)) return Interactions.NONE;
        Map<Integer, Integer> streams = new HashMap<>();
        awaited.forEach(
                (launch, stream) -> {
                    int found = launches.find(launch, Double.POSITIVE_INFINITY);
                    if (found != Lane.NO_LAUNCH) streams.put(found, stream);
                });
        List<List<OperationDrafts>> drafts = new ArrayList<>();
        while (drafts.size() < contexts) drafts.add(new ArrayList<>());
        for (int thread = 0; thread < byThread.size(); thread++)
            if (byThread.get(thread).size() > 0)
                drafts.get(contextOf[thread]).add(byThread.get(thread));
        var resolved = new Resolution(streams, contextOf, nodeAt, clock);
        return new OfContexts(drafts.stream().map(resolved::operations).toList());
    }

    /// The numbering and clock of the finished trace.
    private final class Resolution {
        private final Map<Integer, Integer> streams;
        private final int[] contextOf;
        private final int[] nodeAt;
        private final LineClock clock;

        Resolution(Map<Integer, Integer> streams, int[] contextOf, int[] nodeAt, LineClock clock) {
            this.streams = streams;
            this.contextOf = contextOf;
            this.nodeAt = nodeAt;
            this.clock = clock;
        }

        /// The operations of a context, which may be shown in several rows, by their ends.
        Operations operations(List<OperationDrafts> rows) {
            if (rows.isEmpty()) return Operations.NONE;
            int[] firsts = new int[rows.size() + 1];
            for (int row = 0; row < rows.size(); row++)
                firsts[row + 1] = Math.addExact(firsts[row], rows.get(row).size());
            int[] rowOf = new int[firsts[rows.size()]];
            for (int row = 0; row < rows.size(); row++)
                Arrays.fill(rowOf, firsts[row], firsts[row + 1], row);
            int[] sorted =
                    IndexSort.of(
                            rowOf.length,
                            (one, other) ->
                                    Long.compare(
                                            rows.get(rowOf[one]).end(one - firsts[rowOf[one]]),
                                            rows.get(rowOf[other])
                                                    .end(other - firsts[rowOf[other]])));
            var operations = new Operations.Builder();
            for (int each : sorted)
                add(operations, rows.get(rowOf[each]), each - firsts[rowOf[each]]);
            return operations.build();
        }

        private void add(Operations.Builder operations, OperationDrafts drafts, int draft) {
            long launched = drafts.begin(draft);
            long returned = launched;
            int launch = drafts.launch(draft);
            int peer = Operations.ABSENT; // a context
            if (drafts.kind(draft) == OperationKind.SYNCHRONISE) {
                Integer stream = streams.get(launch);
                if (stream != null) peer = contextOf[stream];
            } else {
                int found = launches.find(launch, clock.units(launched));
                if (found != Lane.NO_LAUNCH) {
                    launch = found;
                    peer = contextOf[launches.thread(found)];
                    launched = clock.nanos(launches.begin(found));
                    returned = clock.nanos(launches.end(found));
                }
            }
            int tag = tag(launch);
            drafts.moveTo(operations, draft, node -> nodeAt[node], peer, tag, launched, returned);
        }
    }
}
