package treeline.formats.chrometrace;

import org.jspecify.annotations.Nullable;

import treeline.model.Metadata.Value;
import treeline.source.ForwardingSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.trace.Interactions;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A job whose ranks take part in the same collective operations, which the trace of one rank
/// cannot say.
///
/// Operations of a process group belong together if they have the same sequence number. Without
/// numbers, the n-th operation of a kind of each rank is the same one, if all ranks have equally
/// many and none ends before another starts. An operation that lacks a rank is ignored.
final class JobCollectives extends ForwardingSource {
    private static final String GROUPS = TraceJob.INFO + ".pg_count";
    private static final Value ONE = new Value.Whole(1);

    private final TraceJob job;
    private final Map<String, Integer> groupSizes;
    private final ReadReport.Log log;
    private @Nullable Traces matched;

    /// @param groupSizes the number of ranks of process groups, known once the traces are read
    JobCollectives(
            ProfileSource ranks,
            TraceJob job,
            Map<String, Integer> groupSizes,
            ReadReport.Log log) {
        super(ranks);
        this.job = job;
        this.groupSizes = groupSizes;
        this.log = log;
    }

    /// The part of a rank in an operation.
    private record Call(
            int rank, int context, int operation, int sequence, long started, long finished) {}

    /// Operations that are counted together.
    private record Sort(String group, OperationKind kind) {}

    /// The operations of all contexts, with groups of which the members are known.
    private record Matched(List<ProcessGroup> groups, List<Operations> byContext)
            implements Interactions {
        @Override
        public Operations of(int context) {
            return byContext.get(context);
        }
    }

    @Override
    public synchronized Traces traces() {
        Traces known = matched;
        if (known != null) return known;
        Traces joined = source.traces();
        Traces made =
                joined.interactions().groups().isEmpty()
                        ? joined
                        : new Traces(
                                joined.originNanos(),
                                joined.endNanos(),
                                joined.lines(),
                                joined.detail(),
                                match(joined.interactions()),
                                joined.counters());
        matched = made;
        return made;
    }

    private Interactions match(Interactions joined) {
        Map<Sort, List<Call>> calls = new LinkedHashMap<>();
        List<Operations> byContext = new ArrayList<>();
        List<int[]> groupOf = new ArrayList<>();
        for (int context = 0; context < outline().contexts().size(); context++) {
            Operations operations = joined.of(context);
            byContext.add(operations);
            int[] none = new int[operations.size()];
            Arrays.fill(none, Operations.ABSENT);
            groupOf.add(none);
            for (int i = 0; i < operations.size(); i++)
                if (operations.group(i) >= 0)
                    calls.computeIfAbsent(
                                    new Sort(
                                            joined.groups().get(operations.group(i)).name(),
                                            operations.kind(i)),
                                    _ -> new ArrayList<>())
                            .add(call(context, operations, i));
        }
        Map<ProcessGroup, Integer> groups = new LinkedHashMap<>();
        calls.forEach(
                (sort, all) -> {
                    for (List<Call> one : complete(sort, all)) {
                        List<Integer> members = one.stream().map(Call::context).toList();
                        var group = new ProcessGroup(sort.group + " " + sort.kind, members);
                        int number = groups.computeIfAbsent(group, _ -> groups.size());
                        for (Call call : one) groupOf.get(call.context)[call.operation] = number;
                    }
                });
        List<Operations> regrouped = new ArrayList<>();
        for (int context = 0; context < byContext.size(); context++)
            regrouped.add(byContext.get(context).inGroups(groupOf.get(context)));
        return new Matched(List.copyOf(groups.keySet()), regrouped);
    }

    private Call call(int context, Operations operations, int operation) {
        return new Call(
                outline().contexts().get(context).rank(),
                context,
                operation,
                operations.tag(operation),
                operations.startedNanos(operation),
                operations.finishedNanos(operation));
    }

    /// The calls of the operations in which all ranks of the group took part, by rank.
    private List<List<Call>> complete(Sort sort, List<Call> calls) {
        calls.sort(Comparator.comparingInt(Call::rank).thenComparingLong(Call::started));
        Map<List<Integer>, Integer> earlier = new HashMap<>(); // by rank and sequence number
        Map<List<Integer>, List<Call>> operations = new LinkedHashMap<>();
        for (Call call : calls) {
            int nth = earlier.merge(List.of(call.rank, call.sequence), 1, Integer::sum);
            operations
                    .computeIfAbsent(List.of(call.sequence, nth), _ -> new ArrayList<>())
                    .add(call);
        }
        long ranks = size(sort.group, calls);
        List<List<Call>> complete =
                operations.values().stream().filter(each -> each.size() == ranks).toList();
        boolean isByOrder = calls.stream().anyMatch(call -> call.sequence < 0);
        boolean isInOrder =
                complete.size() == operations.size()
                        && complete.stream().allMatch(each -> overlaps(sort, each));
        if (isByOrder && !isInOrder) complete = List.of();
        boolean differs = isByOrder && ranks > 0 && job.missing().isEmpty();
        if (complete.size() < operations.size())
            log.note(
                    differs
                            ? "collective operations without sequence numbers differ between ranks"
                                    + " and are ignored"
                            : "collective operations lack a rank of their process group and are"
                                    + " ignored",
                    sort.kind.name().toLowerCase(Locale.ROOT),
                    operations.size() - complete.size());
        return complete;
    }

    /// The number of ranks in a group, 0 if unknown.
    private long size(String group, List<Call> calls) {
        Integer stated = groupSizes.get(group);
        if (stated != null) return stated;
        boolean isUnnamed = group.equals(TorchCollectives.UNNAMED);
        Value groups = outline().metadata().get(GROUPS).orElse(ONE);
        if (isUnnamed) return groups.equals(ONE) ? job.worldSize() : 0;
        return job.missing().isEmpty() ? calls.stream().map(Call::rank).distinct().count() : 0;
    }

    /// Whether no rank ends an operation before all ranks that it waits for have started it.
    private static boolean overlaps(Sort sort, List<Call> calls) {
        OperationKind.Pattern pattern = sort.kind.pattern();
        if (pattern != OperationKind.Pattern.ALL_TO_ALL && pattern != OperationKind.Pattern.BARRIER)
            return true;
        long firstEnd = calls.stream().mapToLong(Call::finished).min().orElse(Long.MAX_VALUE);
        return calls.stream().allMatch(call -> call.started <= firstEnd);
    }
}
