package treeline.breakdown;

import treeline.ledger.Operation;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.NodeTotals;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.table.Column;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The number of threads of a JVM in each state over time: the mean of each time bin, that is, the
/// thread time in the state divided by the length of the bin. A thread that is neither sampled nor
/// in a recorded wait is in state `NO_EVENT`.
///
/// @param threads the number of threads with events
public record ThreadStates(int threads, List<Bin> bins) {

    /// The state of a thread.
    public enum State {
        RUNNING("running"),
        /// Waits for a monitor or lock that another thread holds.
        BLOCKED("blocked"),
        IO("I/O"),
        /// Parked, waiting for another thread, or asleep.
        IDLE("idle"),
        NO_EVENT("no event");

        private final String text;

        State(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// The mean number of threads per state in one time bin.
    ///
    /// @param threads by state, for states that occur
    public record Bin(double beginSeconds, double endSeconds, Map<State, Double> threads) {
        public Bin {
            threads = Map.copyOf(threads);
        }

        public double of(State state) {
            return threads.getOrDefault(state, 0.0);
        }
    }

    public ThreadStates {
        bins = List.copyOf(bins);
    }

    /// The states of threads, none if there are no traces.
    ///
    /// @param traces of threads, with the nodes of the outline
    /// @param totals of the metrics of the outline
    public static ThreadStates of(
            Outline outline, Function<Metric, NodeTotals> totals, Traces traces, int bins) {
        List<TraceLine> lines = traces.lines();
        if (lines.isEmpty() || traces.endNanos() == 0)
            return new ThreadStates(lines.size(), List.of());
        State[] ofNodes = states(outline, totals);
        long end = traces.endNanos();
        List<Map<State, Double>> nanos = new ArrayList<>();
        for (int bin = 0; bin < bins; bin++) nanos.add(new EnumMap<>(State.class));
        for (TraceLine line : lines)
            line.between(
                    0,
                    end,
                    (from, to, node) -> {
                        if (node >= 0) add(nanos, from, to, end, ofNodes[node]);
                    });
        List<Bin> result = new ArrayList<>();
        for (int bin = 0; bin < bins; bin++)
            result.add(
                    bin(
                            nanos.get(bin),
                            begin(bin, bins, end),
                            begin(bin + 1, bins, end),
                            lines.size()));
        return new ThreadStates(lines.size(), result);
    }

    private static long begin(int bin, int bins, long end) {
        return (long) ((double) end * bin / bins);
    }

    private static void add(
            List<Map<State, Double>> nanos, long from, long to, long end, State state) {
        int bins = nanos.size();
        int first = (int) Math.min(bins - 1, (double) from * bins / end);
        for (int bin = Math.max(0, first - 1); bin < bins; bin++) {
            long begin = Math.max(from, begin(bin, bins, end));
            long finish = Math.min(to, begin(bin + 1, bins, end));
            if (begin >= to) return;
            if (finish > begin) nanos.get(bin).merge(state, (double) (finish - begin), Double::sum);
        }
    }

    private static Bin bin(Map<State, Double> nanos, long begin, long end, int lines) {
        double length = Math.max(1, end - begin);
        Map<State, Double> threads = new EnumMap<>(State.class);
        nanos.forEach((state, time) -> threads.put(state, time / length));
        double known = threads.values().stream().mapToDouble(Double::doubleValue).sum();
        threads.put(State.NO_EVENT, Math.max(0, lines - known));
        return new Bin(begin / 1e9, end / 1e9, threads);
    }

    /// Events of each kind have nodes of their own, so a node has one state.
    private static State[] states(Outline outline, Function<Metric, NodeTotals> totals) {
        State[] states = new State[outline.tree().size()];
        Arrays.fill(states, State.RUNNING);
        ReportMetrics.of(outline)
                .waits()
                .forEach(
                        (metric, operation) -> {
                            double[] values = totals.apply(metric).exclusive(Reduction.SUM);
                            for (int node = 0; node < values.length; node++)
                                if (!Double.isNaN(values[node]))
                                    states[node] =
                                            state(
                                                    Breakdown.waitAt(
                                                            outline, metric, operation, node));
                        });
        return states;
    }

    private static State state(Operation operation) {
        return switch (operation.account()) {
            case LOCKS -> State.BLOCKED;
            case IO -> State.IO;
            case IDLE -> State.IDLE;
            default -> State.RUNNING; // a JVM records no other waits
        };
    }

    /// The mean number of threads in a state over the whole time.
    public double mean(State state) {
        double sum = 0;
        double length = 0;
        for (Bin bin : bins) {
            sum += bin.of(state) * (bin.endSeconds() - bin.beginSeconds());
            length += bin.endSeconds() - bin.beginSeconds();
        }
        return length == 0 ? 0 : sum / length;
    }

    /// `begin` and `end` in seconds, and the mean number of threads in each state.
    public Table table() {
        int rows = bins.size();
        return Table.of(
                Column.real("begin", rows, row -> bins.get(row).beginSeconds())
                        .in(Unit.SECONDS)
                        .headed("from"),
                Column.real("end", rows, row -> bins.get(row).endSeconds())
                        .in(Unit.SECONDS)
                        .headed("to"),
                Column.real("running", rows, row -> bins.get(row).of(State.RUNNING)),
                Column.real("blocked", rows, row -> bins.get(row).of(State.BLOCKED)),
                Column.real("io", rows, row -> bins.get(row).of(State.IO)),
                Column.real("idle", rows, row -> bins.get(row).of(State.IDLE)),
                Column.real("no_event", rows, row -> bins.get(row).of(State.NO_EVENT)));
    }
}
