package treeline.compare;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.SparseRows;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The measurements of one side of a comparison: one value per run and node, and one per repetition
/// within a run. Nodes are those of each run's own tree; `handles` map them to the union tree.
final class BuildSamples {
    private final List<Row> runs = new ArrayList<>();
    private final List<Row> repetitions = new ArrayList<>();

    /// One sample of all nodes of a run.
    private static final class Row {
        private final int[] handles;
        private final double[] values;
        private final double total;

        Row(int[] handles, double[] values, double total) {
            this.handles = handles;
            this.values = values;
            this.total = total;
        }
    }

    void add(Numbers numbers, Metric metric, double factor, int[] handles) {
        CallTree tree = numbers.tree();
        double[] values = scaled(numbers.values(metric.scope(), Reduction.MEAN), factor);
        runs.add(new Row(handles, values, total(tree, values, metric)));
        int count = numbers.repetitions().length;
        if (count < 2) return;
        SparseRows rows = numbers.byRepetition(metric.scope()).byContext();
        for (int repetition = 0; repetition < count; repetition++) {
            double[] ofOne = scaled(row(tree, rows, repetition, metric.addsUp()), factor);
            repetitions.add(new Row(handles, ofOne, totalOfAllRoots(tree, ofOne, metric)));
        }
    }

    private static double[] scaled(double[] values, double factor) {
        if (factor != 1) for (int node = 0; node < values.length; node++) values[node] *= factor;
        return values;
    }

    /// The values of a repetition. A node that did not run in it took nothing, unless nothing of
    /// its root ran: then the repetition did not happen there and is no sample.
    private static double[] row(CallTree tree, SparseRows rows, int repetition, boolean addsUp) {
        double[] values = new double[tree.size()];
        Arrays.fill(values, Double.NaN);
        for (int cell = rows.start(repetition); cell < rows.end(repetition); cell++)
            values[rows.index(cell)] = rows.value(cell);
        if (addsUp)
            for (int root : tree.children(CallTree.NO_PARENT))
                fillGaps(values, root, tree.subtreeEnd(root));
        return values;
    }

    private static void fillGaps(double[] values, int from, int end) {
        if (Arrays.stream(values, from, end).allMatch(Double::isNaN)) return;
        for (int node = from; node < end; node++) if (Double.isNaN(values[node])) values[node] = 0;
    }

    /// The whole run; NaN for readings at a point, which do not add up.
    private static double total(CallTree tree, double[] values, Metric metric) {
        return switch (metric.scope()) {
            case POINT -> Double.NaN;
            case EXCLUSIVE -> Arrays.stream(values).filter(value -> !Double.isNaN(value)).sum();
            case INCLUSIVE ->
                    Arrays.stream(tree.children(CallTree.NO_PARENT))
                            .mapToDouble(root -> values[root])
                            .filter(value -> !Double.isNaN(value))
                            .sum();
        };
    }

    /// A repetition in which a root did not run says nothing of the whole run.
    private static double totalOfAllRoots(CallTree tree, double[] values, Metric metric) {
        boolean lacks =
                Arrays.stream(tree.children(CallTree.NO_PARENT))
                        .anyMatch(root -> Double.isNaN(values[root]));
        return lacks ? Double.NaN : total(tree, values, metric);
    }

    int runs() {
        return runs.size();
    }

    int repetitions() {
        return repetitions.size();
    }

    /// A value of each run for each node of the union.
    ///
    /// @param places where handles stand
    OnTree ofRuns(int[] places, int nodes, boolean addsUp) {
        return new OnTree(runs, places, nodes, addsUp ? 0 : Double.NaN);
    }

    /// A value of each repetition of each run.
    OnTree ofRepetitions(int[] places, int nodes) {
        return new OnTree(repetitions, places, nodes, Double.NaN);
    }

    /// Samples by the nodes of the union.
    static final class OnTree {
        private final List<double[]> samples = new ArrayList<>();
        private final double[] totals;
        private final boolean[] had;

        /// @param absent what a sample is that does not have the node
        private OnTree(List<Row> rows, int[] places, int nodes, double absent) {
            had = new boolean[nodes];
            totals = rows.stream().mapToDouble(row -> row.total).toArray();
            for (Row row : rows) {
                double[] sample = new double[nodes];
                Arrays.fill(sample, absent);
                for (int node = 0; node < row.values.length; node++) {
                    if (Double.isNaN(row.values[node])) continue;
                    int place = places[row.handles[node]];
                    sample[place] = row.values[node];
                    had[place] = true;
                }
                samples.add(sample);
            }
        }

        int size() {
            return samples.size();
        }

        /// One value per sample, NaN if a sample lacks the node.
        double[] at(int node) {
            return samples.stream().mapToDouble(sample -> sample[node]).toArray();
        }

        /// The whole run, one value per sample; NaN if it is not known.
        double[] total() {
            return totals.clone();
        }

        /// NaN if no sample has the node.
        double mean(int node) {
            return had[node] ? mean(at(node)) : Double.NaN;
        }

        double meanTotal() {
            return mean(totals);
        }

        private static double mean(double[] values) {
            return Arrays.stream(values)
                    .filter(value -> !Double.isNaN(value))
                    .average()
                    .orElse(Double.NaN);
        }
    }
}
