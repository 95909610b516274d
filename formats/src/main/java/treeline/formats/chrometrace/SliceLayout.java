package treeline.formats.chrometrace;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.NodeSamples;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Assigns each node of a context an interval: as long as its exclusive time plus the intervals of
/// its callees, which come first, one after the other. Times are whole nanoseconds, so that
/// rounding never makes a callee exceed its caller.
final class SliceLayout {
    private static final double NANOS_PER_MICRO = 1000;

    private final Profile profile;
    private final List<Times> times = new ArrayList<>();

    /// The exclusive values of nodes.
    private record Times(SparseRows byContext, double toNanos) {
        private long nanos(int cell) {
            double value = byContext.value(cell) * toNanos;
            return value > 0 && value < Long.MAX_VALUE / 4.0 ? Math.round(value) : 0;
        }

        private boolean isRounded(int cell) {
            double exact = byContext.value(cell) * toNanos;
            return exact > 0 && Math.abs(exact - nanos(cell)) > 1e-12 * exact;
        }
    }

    /// Receives slices, callers before their callees.
    @FunctionalInterface
    interface Visitor {
        void slice(int node, long beginNanos, long nanos);
    }

    /// @param samples of metrics that no context has together
    SliceLayout(Profile profile, NodeSamples samples) {
        this.profile = profile;
        int contexts = profile.contexts().size();
        for (int metric = 0; metric < samples.metrics().size(); metric++)
            times.add(
                    new Times(
                            MetricColumn.ofNodes(samples.byNode(metric), contexts).byContext(),
                            toNanos(samples.metrics().get(metric))));
    }

    /// What is no time is shown as microseconds, which viewers take numbers for.
    private static double toNanos(Metric metric) {
        return metric.unit().dimension() == Unit.Dimension.TIME
                ? metric.unit().factorTo(Unit.NANOSECONDS)
                : NANOS_PER_MICRO;
    }

    /// The slices of a context that last.
    void forEach(int context, Visitor visitor) {
        CallTree tree = profile.tree();
        long[] length = new long[tree.size()];
        BitSet lasting = lengths(context, length);
        long[] next = new long[tree.size()]; // where the next slice within a node begins
        long nextRoot = 0;
        for (int node = lasting.nextSetBit(0); node >= 0; node = lasting.nextSetBit(node + 1)) {
            int parent = tree.parent(node);
            long begin = parent == CallTree.NO_PARENT ? nextRoot : next[parent];
            if (parent == CallTree.NO_PARENT) nextRoot += length[node];
            else next[parent] += length[node];
            next[node] = begin;
            visitor.slice(node, begin, length[node]);
        }
    }

    private BitSet lengths(int context, long[] length) {
        CallTree tree = profile.tree();
        var lasting = new BitSet();
        for (Times each : times) {
            SparseRows rows = each.byContext;
            for (int cell = rows.start(context); cell < rows.end(context); cell++) {
                length[rows.index(cell)] += each.nanos(cell);
                if (each.nanos(cell) > 0) lasting.set(rows.index(cell));
            }
        }
        for (int node = lasting.length() - 1; node >= 0; node = lasting.previousSetBit(node - 1)) {
            int parent = tree.parent(node);
            if (parent == CallTree.NO_PARENT) continue;
            length[parent] += length[node];
            lasting.set(parent);
        }
        return lasting;
    }

    boolean isRounded() {
        return times.stream()
                .anyMatch(
                        each ->
                                IntStream.range(0, each.byContext.cells())
                                        .anyMatch(each::isRounded));
    }

    /// Nodes and contexts that have no slice.
    void leftOut(ExportLoss left) {
        var nodes = new BitSet();
        int contexts = 0;
        for (int context = 0; context < profile.contexts().size(); context++) {
            BitSet lasting = lengths(context, new long[profile.tree().size()]);
            nodes.or(lasting);
            if (!lasting.isEmpty()) contexts++;
        }
        int bareNodes = profile.tree().size() - nodes.cardinality();
        int bareContexts = profile.contexts().size() - contexts;
        left.add(
                        bareNodes > 0,
                        String.format(Locale.ROOT, "nodes that take no time (%,d)", bareNodes))
                .add(
                        bareContexts > 0,
                        String.format(
                                Locale.ROOT, "contexts that take no time (%,d)", bareContexts));
    }
}
