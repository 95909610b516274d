package treeline.formats.slices;

import org.jspecify.annotations.Nullable;

import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;

import java.util.ArrayList;
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
    private record OfContexts(List<Operations> byContext, List<ProcessGroup> groups)
            implements Interactions {
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
    /// @param others further operations of the threads
    Interactions interactions(
            int[] contextOf, int contexts, int[] nodeAt, LineClock clock, ThreadOperations others) {
        if (byThread.stream().allMatch(each -> each.size() == 0) && others.groups().isEmpty())
            return Interactions.NONE;
        Map<Integer, Integer> streams = new HashMap<>();
        awaited.forEach(
                (launch, stream) -> {
                    int found = launches.find(launch, Double.POSITIVE_INFINITY);
                    if (found != Lane.NO_LAUNCH) streams.put(found, stream);
                });
        List<List<Operations>> found = new ArrayList<>();
        while (found.size() < contexts) found.add(new ArrayList<>());
        var resolved = new Resolution(streams, contextOf, nodeAt, clock, others);
        for (int thread = 0; thread < byThread.size(); thread++)
            found.get(contextOf[thread]).add(resolved.operations(byThread.get(thread)));
        others.byThread()
                .forEach(
                        (thread, operations) ->
                                found.get(contextOf[thread]).add(operations.build()));
        return new OfContexts(
                found.stream().map(Operations::byEnd).toList(),
                others.groups().stream().map(name -> new ProcessGroup(name, List.of())).toList());
    }

    /// The numbering and clock of the finished trace.
    private final class Resolution {
        private final Map<Integer, Integer> streams;
        private final int[] contextOf;
        private final int[] nodeAt;
        private final LineClock clock;
        private final ThreadOperations others;

        Resolution(
                Map<Integer, Integer> streams,
                int[] contextOf,
                int[] nodeAt,
                LineClock clock,
                ThreadOperations others) {
            this.streams = streams;
            this.contextOf = contextOf;
            this.nodeAt = nodeAt;
            this.clock = clock;
            this.others = others;
        }

        Operations operations(OperationDrafts drafts) {
            var operations = new Operations.Builder();
            for (int draft = 0; draft < drafts.size(); draft++) add(operations, drafts, draft);
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
                    peer = contextOf[others.starter(launches.thread(found), launches.begin(found))];
                    launched = clock.nanos(launches.begin(found));
                    returned = clock.nanos(launches.end(found));
                }
            }
            int tag = tag(launch);
            drafts.moveTo(operations, draft, node -> nodeAt[node], peer, tag, launched, returned);
        }
    }
}
