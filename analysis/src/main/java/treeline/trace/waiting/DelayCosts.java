package treeline.trace.waiting;

import treeline.array.IndexSort;
import treeline.source.trace.OperationKind;
import treeline.source.trace.Operations;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Delay costs: the work that made others wait, after Böhme et al., "Identifying the root causes of
/// wait states in large-scale parallel applications" (ICPP 2010).
///
/// For a wait of A for B, the work of both since their last common synchronisation is compared by
/// call path. Where B worked longer than A, its excess is a delay. The wait is divided among these
/// delays and B's own waits in that interval. The part of B's waits is passed on to their causes,
/// latest waits first, so that the costs end up with the work that started the chain.
///
/// Before a collective operation, a GPU stream waits for other streams and for launches, and
/// threads of a process wait for each other. The work that delays such a context is therefore the
/// critical path within its process.
public final class DelayCosts {
    private final Map<Delay, Double> direct = new TreeMap<>(ORDER);
    private final Map<Delay, Double> total = new TreeMap<>(ORDER);
    private double considered;
    private double unexplained;

    private static final Comparator<Delay> ORDER =
            Comparator.comparingInt(Delay::context).thenComparingInt(Delay::node);

    /// The excess work of a context in a call path.
    public record Delay(int context, int node) {}

    private DelayCosts() {}

    /// Nanoseconds of waiting by the delay that caused them directly.
    public Map<Delay, Double> direct() {
        return Map.copyOf(direct);
    }

    /// Nanoseconds of waiting by the delay at the start of the chain of waits.
    public Map<Delay, Double> total() {
        return Map.copyOf(total);
    }

    /// All waiting that was examined: for messages and in collective operations, except at the end
    /// of the run.
    public double consideredNanos() {
        return considered;
    }

    /// Waiting that no excess work explains.
    public double unexplainedNanos() {
        return unexplained;
    }

    public static DelayCosts of(
            Traces traces,
            OperationSet operations,
            Messages messages,
            Collectives collectives,
            WaitSearch.Result waits) {
        return new Search(traces, operations, messages, collectives, waits).costs();
    }

    /// The search, from the latest to the earliest wait.
    private static final class Search {
        private final List<List<TraceLine>> lines = new ArrayList<>();
        private final WaitStates waits;
        private final WaitStates pathWaits;
        private final BitSet served = new BitSet(); // contexts that wait for others' launches
        private final Counterparts counterparts;
        private final double[] amounts;
        private final DelayCosts costs = new DelayCosts();

        Search(
                Traces traces,
                OperationSet operations,
                Messages messages,
                Collectives collectives,
                WaitSearch.Result found) {
            this.waits = found.waits();
            this.pathWaits = found.pathWaits();
            this.counterparts = new Counterparts(operations, messages, collectives);
            this.amounts = new double[waits.size()];
            for (int context = 0; context < operations.contexts(); context++)
                lines.add(new ArrayList<>());
            for (TraceLine line : traces.lines()) lines.get(line.context()).add(line);
            for (int wait = 0; wait < pathWaits.size(); wait++)
                if (pathWaits.kind(wait) == WaitKind.LAUNCH) served.set(pathWaits.context(wait));
        }

        DelayCosts costs() {
            int[] latestFirst =
                    IndexSort.of(
                            IntStream.range(0, waits.size()).filter(this::isExamined).toArray(),
                            (wait, other) -> {
                                int end = Long.compare(waits.endNanos(other), waits.endNanos(wait));
                                return end == 0
                                        ? Integer.compare(
                                                endingTogether(other), endingTogether(wait))
                                        : end;
                            });
            for (int wait : latestFirst) {
                amounts[wait] += waits.nanos(wait);
                costs.considered += waits.nanos(wait);
            }
            for (int wait : latestFirst) distribute(wait);
            return costs;
        }

        /// The number of waits, from cause to cause, that end when this one does: it passes costs
        /// on to the others.
        private int endingTogether(int wait) {
            long end = waits.endNanos(wait);
            int chain = 0;
            for (int at = wait;
                    at >= 0 && waits.endNanos(at) == end && chain < lines.size();
                    chain++) at = waits.lastEndingBy(waits.cause(at), end);
            return chain;
        }

        private boolean isExamined(int wait) {
            WaitKind kind = waits.kind(wait);
            return kind.isWait() && kind.isBetweenRanks() && kind != WaitKind.FINALIZE;
        }

        private void distribute(int wait) {
            int late = waits.cause(wait);
            long[] left =
                    counterparts.lastCommonEnds(waits.context(wait), waits.operation(wait), late);
            Map<Delay, Long> theirs = work(late, left[1], waits.endNanos(wait));
            Map<Integer, Long> mine = new HashMap<>(); // by node
            work(waits.context(wait), left[0], waits.beginNanos(wait))
                    .forEach((at, nanos) -> mine.merge(at.node, nanos, Long::sum));
            double delay = 0;
            Map<Delay, Long> excess = new HashMap<>();
            for (Map.Entry<Delay, Long> path : theirs.entrySet()) {
                long more = path.getValue() - mine.getOrDefault(path.getKey().node, 0L);
                if (more <= 0) continue;
                excess.put(path.getKey(), more);
                delay += more;
            }
            double waiting = 0;
            Map<Integer, Long> overlaps = overlaps(late, left[1], waits.endNanos(wait));
            for (long overlap : overlaps.values()) waiting += overlap;
            double scale = Math.min(waits.nanos(wait) / (delay + waiting), 1);
            double weight = amounts[wait] / waits.nanos(wait) * scale;
            excess.forEach(
                    (at, more) -> {
                        costs.direct.merge(at, scale * more, Double::sum);
                        costs.total.merge(at, weight * more, Double::sum);
                    });
            overlaps.forEach((other, overlap) -> amounts[other] += weight * overlap);
            costs.unexplained += amounts[wait] - weight * (delay + waiting);
        }

        /// Exclusive time without the time in waits.
        private Map<Delay, Long> work(int context, long from, long to) {
            Map<Delay, Long> nanos = new HashMap<>();
            if (served.get(context)) addPath(nanos, context, from, to);
            else add(nanos, context, from, to);
            nanos.keySet().removeIf(each -> each.node == TraceLine.NO_NODE);
            return nanos;
        }

        private void add(Map<Delay, Long> nanos, int context, long from, long to) {
            if (from >= to) return;
            for (TraceLine line : lines.get(context))
                line.between(
                        from,
                        to,
                        (begin, end, node) ->
                                nanos.merge(new Delay(context, node), end - begin, Long::sum));
            overlaps(context, from, to)
                    .forEach(
                            (wait, overlap) ->
                                    nanos.merge(
                                            new Delay(context, waits.node(wait)),
                                            -overlap,
                                            Long::sum));
        }

        /// Adds the work on the critical path to a time on a context. It stays within the process
        /// and passes over waits for other processes.
        private void addPath(Map<Delay, Long> nanos, int last, long from, long until) {
            int context = last;
            long to = until;
            boolean arrived = false; // from another context, at this moment
            while (to > from) {
                int wait = pathWaits.lastEndingBy(context, arrived ? to - 1 : to);
                boolean isExamined = wait >= 0 && pathWaits.kind(wait).isBetweenRanks();
                long begin =
                        wait < 0
                                ? from
                                : isExamined
                                        ? pathWaits.beginNanos(wait)
                                        : Math.max(from, pathWaits.endNanos(wait));
                add(nanos, context, Math.max(from, begin), to);
                arrived = begin == to;
                to = begin;
                if (wait >= 0 && !isExamined) context = pathWaits.cause(wait);
            }
        }

        private Map<Integer, Long> overlaps(int context, long from, long to) {
            Map<Integer, Long> overlaps = new HashMap<>();
            for (int wait = waits.firstOf(context);
                    wait < waits.size() && waits.context(wait) == context;
                    wait++) {
                if (!isExamined(wait)) continue;
                long overlap =
                        Math.min(to, waits.endNanos(wait)) - Math.max(from, waits.beginNanos(wait));
                if (overlap > 0) overlaps.put(wait, overlap);
            }
            return overlaps;
        }
    }

    /// Finds the last synchronisation of two contexts before an operation.
    private static final class Counterparts {
        private final OperationSet operations;
        private final int[][] peerOperation; // of messages
        private final int[][] instanceOf; // of collective operations
        private final List<Collectives.Instance> instances;

        Counterparts(OperationSet operations, Messages messages, Collectives collectives) {
            this.operations = operations;
            this.instances = collectives.instances();
            int contexts = operations.contexts();
            peerOperation = new int[contexts][];
            instanceOf = new int[contexts][];
            for (int context = 0; context < contexts; context++) {
                peerOperation[context] = new int[operations.of(context).size()];
                instanceOf[context] = new int[operations.of(context).size()];
                Arrays.fill(peerOperation[context], -1);
                Arrays.fill(instanceOf[context], -1);
            }
            for (int i = 0; i < messages.size(); i++) {
                peerOperation[messages.sender(i)][messages.send(i)] = messages.receive(i);
                peerOperation[messages.receiver(i)][messages.receive(i)] = messages.send(i);
            }
            for (int i = 0; i < instances.size(); i++) {
                Collectives.Instance instance = instances.get(i);
                if (instance.kind() == OperationKind.TEAM_BARRIER) continue;
                for (int m = 0; m < instance.size(); m++)
                    instanceOf[instance.context(m)][instance.operation(m)] = i;
            }
        }

        /// When each of both left it: first the waiting context, then the other. The start of the
        /// trace if there is none.
        long[] lastCommonEnds(int context, int operation, int other) {
            Operations mine = operations.of(context);
            long before = mine.beginNanos(operation);
            long[] ends = {0, 0};
            for (int i = operation - 1; i >= 0 && mine.endNanos(i) > ends[0]; i--) {
                if (mine.endNanos(i) > before) continue; // completed by the same call
                int theirs = counterpart(context, i, other);
                if (theirs < 0 || left(mine, i) <= ends[0]) continue;
                ends[0] = left(mine, i);
                ends[1] = left(operations.of(other), theirs);
            }
            return ends;
        }

        /// The end of a call. A non-blocking send has left its part of the synchronisation once the
        /// message is sent, and not when it is known to be complete.
        private static long left(Operations operations, int operation) {
            return operations.kind(operation) == OperationKind.SEND
                            && operations.postedNanos(operation) < operations.beginNanos(operation)
                    ? operations.startedNanos(operation)
                    : operations.endNanos(operation);
        }

        private int counterpart(int context, int operation, int other) {
            Operations mine = operations.of(context);
            if (mine.kind(operation).pattern() == OperationKind.Pattern.POINT_TO_POINT)
                return mine.peer(operation) == other ? peerOperation[context][operation] : -1;
            int instance = instanceOf[context][operation];
            if (instance < 0) return -1;
            Collectives.Instance found = instances.get(instance);
            for (int m = 0; m < found.size(); m++)
                if (found.context(m) == other) return found.operation(m);
            return -1;
        }
    }
}
