package treeline.formats.caliper.records;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ReadReport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Detects and repairs inclusive times that Caliper summed repeatedly. Under MPI, its
/// `time.inclusive` option sums over the subtree on each rank and again on every hop of the merge
/// towards rank 0. After `k` sums, a node directly above leaves holds `k` times its children, with
/// the same `k` at all nodes of a rank. Nothing else causes this pattern, so a file whose lower
/// regions were filtered out keeps its correct inclusive times.
final class InclusiveTimes {
    /// Caliper prints six digits.
    private static final double TOLERANCE = 0.01;

    /// Nodes whose children are this much cheaper than the most expensive ones say nothing.
    private static final double WORTH_LOOKING = 0.1;

    private final CallTree tree;
    private final MetricColumn exclusive;
    private final MetricColumn inclusive;
    private final double[] largest;
    private final double[] children;

    private InclusiveTimes(CallTree tree, MetricColumn exclusive, MetricColumn inclusive) {
        this.tree = tree;
        this.exclusive = exclusive;
        this.inclusive = inclusive;
        this.largest = new double[exclusive.contexts()];
        this.children = new double[exclusive.contexts()];
    }

    /// The profile with right inclusive times; what was mended is in the log.
    static Profile checked(Profile profile, ReadReport.Log log) {
        Optional<Metric> own = time(profile, Scope.EXCLUSIVE);
        Optional<Metric> whole = time(profile, Scope.INCLUSIVE);
        if (own.isEmpty() || whole.isEmpty() || !own.get().unit().equals(whole.get().unit()))
            return profile;
        MetricColumn exclusive = profile.column(own.get());
        MetricColumn inclusive = profile.column(whole.get());
        if (exclusive.hasSeries() || inclusive.hasSeries()) return profile;
        double[] sums = new InclusiveTimes(profile.tree(), exclusive, inclusive).sums();
        if (!report(profile, sums, log)) return profile;
        return with(profile, whole.get(), mended(profile.tree(), exclusive, inclusive, sums));
    }

    private static Optional<Metric> time(Profile profile, Scope scope) {
        return profile.metrics().stream()
                .filter(metric -> metric.name().equals(Measure.TIME) && metric.scope() == scope)
                .findFirst();
    }

    private static boolean report(Profile profile, double[] sums, ReadReport.Log log) {
        boolean wrong = Arrays.stream(sums).anyMatch(times -> times >= 2);
        for (int context = 0; context < sums.length; context++) {
            String who = profile.contexts().get(context).toString();
            if (wrong && !(sums[context] >= 1)) {
                sums[context] = Double.POSITIVE_INFINITY;
                log.note(
                        "inclusive time was recomputed from exclusive time, because Caliper counted"
                                + " the time of other ranks several times",
                        who);
            } else if (sums[context] >= 2) {
                log.note(
                        "Caliper counted inclusive time several times under MPI; it was recomputed"
                                + " from exclusive time",
                        String.format(Locale.ROOT, "%s, %.0f times", who, sums[context]));
            } else if (Double.isNaN(sums[context]))
                log.note(
                        "inclusive time is not the sum of exclusive times in the subtree; stored"
                                + " unchanged",
                        who);
        }
        return wrong;
    }

    /// For each context how many times its inclusive times were summed: 1 where they are right, NaN
    /// where no number explains them.
    private double[] sums() {
        for (int node = 0; node < tree.size(); node++)
            if (isAboveLeaves(node)) {
                addChildren(node);
                for (int i = 0; i < largest.length; i++)
                    largest[i] = Math.max(largest[i], children[i]);
            }
        double[] sums = new double[largest.length];
        for (int node = 0; node < tree.size(); node++) if (isAboveLeaves(node)) look(node, sums);
        return sums;
    }

    private boolean isAboveLeaves(int node) {
        if (tree.isLeaf(node)) return false;
        for (int child = node + 1; child < tree.subtreeEnd(node); child++)
            if (!tree.isLeaf(child)) return false;
        return true;
    }

    /// Fills `children` with what the leaves below a node took, by context.
    private void addChildren(int node) {
        Arrays.fill(children, 0);
        SparseRows rows = exclusive.byNode();
        for (int child = node + 1; child < tree.subtreeEnd(node); child++)
            for (int cell = rows.start(child); cell < rows.end(child); cell++)
                children[rows.index(cell)] += rows.value(cell);
    }

    private void look(int node, double[] sums) {
        addChildren(node);
        SparseRows whole = inclusive.byNode();
        SparseRows own = exclusive.byNode();
        for (int cell = whole.start(node); cell < whole.end(node); cell++) {
            int context = whole.index(cell);
            if (!(children[context] > largest[context] * WORTH_LOOKING)) continue;
            int ownCell = own.find(node, context);
            double alone = ownCell < 0 ? 0 : own.value(ownCell);
            double times = (whole.value(cell) - alone) / children[context];
            double rounded = Math.rint(times);
            boolean fits = rounded >= 1 && Math.abs(times - rounded) <= TOLERANCE * rounded;
            boolean agrees = sums[context] == 0 || sums[context] == rounded;
            sums[context] = fits && agrees ? rounded : Double.NaN;
        }
    }

    private static MetricColumn mended(
            CallTree tree, MetricColumn exclusive, MetricColumn inclusive, double[] sums) {
        SparseRows own = exclusive.byContext();
        SparseRows whole = inclusive.byContext();
        var rows = new SparseRows.Builder(whole.cells(), 0);
        double[] total = new double[tree.size()];
        for (int context = 0; context < sums.length; context++) {
            boolean wrong = sums[context] >= 2;
            if (wrong) fillTotals(tree, own, context, total);
            for (int cell = whole.start(context); cell < whole.end(context); cell++) {
                int node = whole.index(cell);
                rows.add(node, wrong ? total[node] : whole.value(cell));
            }
            rows.endRow();
        }
        return MetricColumn.ofContexts(rows.build(), tree.size());
    }

    /// Children follow their parent, so one backward pass adds each node after its subtree is
    /// complete.
    private static void fillTotals(CallTree tree, SparseRows own, int context, double[] total) {
        Arrays.fill(total, 0);
        for (int cell = own.start(context); cell < own.end(context); cell++)
            total[own.index(cell)] = own.value(cell);
        for (int node = tree.size() - 1; node >= 0; node--)
            if (tree.parent(node) != CallTree.NO_PARENT) total[tree.parent(node)] += total[node];
    }

    private static Profile with(Profile profile, Metric metric, MetricColumn column) {
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric each : profile.metrics())
            columns.add(each.equals(metric) ? column : profile.column(each));
        return new Profile(profile.outline(), new MetricTable(profile.metrics(), columns));
    }
}
