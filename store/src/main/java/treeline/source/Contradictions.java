package treeline.source;

import treeline.model.Context;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.SparseRows;

import java.util.BitSet;

/// Where a profile contradicts itself: exclusive values are not negative, and together they are the
/// inclusive ones of the roots. Tools whose measurements disagree write such files all the same;
/// the numbers stay as they are, and the report says why they look odd.
///
/// @param stored everything that the source has, of which some metrics are loaded
record Contradictions(Outline stored, Profile loaded, ReadReport.Log log) {
    /// Rounded values, of five digits and more, do not contradict each other.
    private static final double ROUNDING = 1e-4;

    /// Notes what is wrong with a metric that was loaded.
    void note(Metric metric) {
        noteInfinite(metric);
        switch (metric.scope()) {
            case POINT -> {}
            case EXCLUSIVE -> noteNegative(metric);
            case INCLUSIVE -> {
                Metric exclusive = metric.in(Scope.EXCLUSIVE);
                if (!stored.metrics().contains(exclusive)) noteCallees(metric);
                else if (loaded.metrics().contains(exclusive)) noteTotals(metric, exclusive);
            }
        }
    }

    /// A total with such a value hides all others.
    private void noteInfinite(Metric metric) {
        var nodes = new BitSet();
        eachValue(
                loaded.column(metric),
                (_, node, value) -> {
                    if (Double.isInfinite(value)) nodes.set(node);
                });
        note("a value of %s is infinite".formatted(metric.name()), nodes);
    }

    private void noteNegative(Metric metric) {
        MetricColumn column = loaded.column(metric);
        double[] largest = new double[1];
        eachValue(column, (_, _, value) -> largest[0] = Math.max(largest[0], Math.abs(value)));
        var nodes = new BitSet();
        eachValue(
                column,
                (_, node, value) -> {
                    if (value < -ROUNDING * largest[0]) nodes.set(node);
                });
        note("a node has a negative value of " + metric, nodes);
    }

    private void noteCallees(Metric metric) {
        MetricColumn inclusive = loaded.column(metric);
        MetricColumn exclusive = Scopes.exclusive(loaded.tree(), inclusive);
        boolean byNode = inclusive.isKnownByNode();
        SparseRows whole = byNode ? inclusive.byNode() : inclusive.byContext();
        SparseRows alone = byNode ? exclusive.byNode() : exclusive.byContext();
        var nodes = new BitSet();
        for (int row = 0, cell = 0; row < whole.rows(); row++)
            for (int of = whole.start(row); of < whole.end(row); of++) {
                if (Double.isNaN(whole.value(of))) continue; // has no exclusive value
                if (alone.value(cell++) < -ROUNDING * Math.abs(whole.value(of)))
                    nodes.set(byNode ? row : whole.index(of));
            }
        note("the callees of a node have more %s than the node".formatted(metric.name()), nodes);
    }

    private void note(String reason, BitSet nodes) {
        if (nodes.isEmpty()) return;
        String path = String.join("/", loaded.tree().path(nodes.nextSetBit(0)));
        log.note(reason, path, nodes.cardinality());
    }

    private void noteTotals(Metric metric, Metric exclusive) {
        double[] roots = ofRoots(loaded.column(metric));
        double[] sums = sums(loaded.column(exclusive));
        int wrong = 0;
        String first = "";
        for (int context = 0; context < sums.length; context++) {
            double larger = Math.max(Math.abs(sums[context]), Math.abs(roots[context]));
            if (Math.abs(sums[context] - roots[context]) <= ROUNDING * larger) continue;
            if (wrong++ == 0)
                first =
                        "%s: %s and %s %s"
                                .formatted(
                                        name(loaded.contexts().get(context)),
                                        sums[context],
                                        roots[context],
                                        metric.unit().symbol());
        }
        if (wrong > 0)
            log.note(
                    "the exclusive values of %s do not add up to the inclusive ones"
                            .formatted(metric.name()),
                    first,
                    wrong);
    }

    private static String name(Context context) {
        return context.equals(Context.WHOLE) ? "the program" : context.toString();
    }

    /// By context.
    private static double[] sums(MetricColumn column) {
        double[] sums = new double[column.contexts()];
        eachValue(column, (context, _, value) -> sums[context] += value);
        return sums;
    }

    /// What each context measured at nodes none of whose callers it measured.
    private double[] ofRoots(MetricColumn column) {
        double[] sums = new double[column.contexts()];
        int[] end = new int[column.contexts()]; // of the subtree that the context is in
        eachValue(
                column,
                (context, node, value) -> {
                    if (node < end[context]) return;
                    sums[context] += value;
                    end[context] = loaded.tree().subtreeEnd(node);
                });
        return sums;
    }

    @FunctionalInterface
    private interface Visit {
        void value(int context, int node, double value);
    }

    /// In the order that the column has, which saves the other; the nodes of a context ascend in
    /// both.
    private static void eachValue(MetricColumn column, Visit visit) {
        boolean byNode = column.isKnownByNode();
        SparseRows rows = byNode ? column.byNode() : column.byContext();
        for (int row = 0; row < rows.rows(); row++)
            for (int cell = rows.start(row); cell < rows.end(row); cell++) {
                if (Double.isNaN(rows.value(cell))) continue;
                int other = rows.index(cell);
                visit.value(byNode ? other : row, byNode ? row : other, rows.value(cell));
            }
    }
}
