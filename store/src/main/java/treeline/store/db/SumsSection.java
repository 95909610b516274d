package treeline.store.db;

import treeline.model.Doubles;
import treeline.model.Ints;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.NodeSums;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/// The sums over all contexts of those metrics that have many more values than nodes. Where they
/// have not, reading the values is as fast, and the sums would make the file longer.
final class SumsSection {
    private static final int VALUES_PER_SUM = 16;

    private SumsSection() {}

    /// The metrics that sums are written of.
    static int[] metrics(MetricTable values) {
        return IntStream.range(0, values.metrics().size())
                .filter(metric -> isWorthIt(values.column(metric)))
                .toArray();
    }

    private static boolean isWorthIt(MetricColumn column) {
        if (column.cells() <= Layout.FEW_CELLS) return false;
        return column.cells() >= (long) VALUES_PER_SUM * measured(column.byNode()).length;
    }

    private static int[] measured(SparseRows rows) {
        return IntStream.range(0, rows.rows())
                .filter(node -> rows.start(node) < rows.end(node))
                .toArray();
    }

    static void write(ByteSink out, int[] metrics, MetricTable values) {
        out.varint(metrics.length);
        for (int metric : metrics) {
            out.varint(metric);
            write(out, values.column(metric).byNode());
        }
    }

    private static void write(ByteSink out, SparseRows rows) {
        int[] nodes = measured(rows);
        int[] contexts = new int[nodes.length];
        double[] sums = new double[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            int from = rows.start(nodes[i]);
            int to = rows.end(nodes[i]);
            double sum = rows.value(from);
            for (int cell = from + 1; cell < to; cell++) sum += rows.value(cell);
            contexts[i] = to - from;
            sums[i] = sum;
            if (Double.isNaN(sum)) sumMeasured(rows, nodes[i], i, sums, contexts);
        }
        out.varint(nodes.length);
        PackedLongs.write(out, nodes, nodes.length);
        PackedLongs.write(out, contexts, nodes.length);
        PackedDoubles.write(out, sums, nodes.length);
    }

    /// The same where some values are absent.
    private static void sumMeasured(
            SparseRows rows, int node, int place, double[] sums, int[] contexts) {
        double sum = Double.NaN;
        int measured = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            double value = rows.value(cell);
            if (Double.isNaN(value)) continue;
            sum = Double.isNaN(sum) ? value : sum + value;
            measured++;
        }
        sums[place] = sum;
        contexts[place] = measured;
    }

    /// The sums of one metric, if the section has them.
    ///
    /// @param wanted the place of the metric
    static Optional<NodeSums> read(
            ByteSource in, int wanted, int metrics, int nodes, int contexts) {
        int count = in.index("a number of metrics", metrics + 1L);
        for (int i = 0; i < count; i++) {
            int metric = in.index("a metric", metrics);
            NodeSums sums = readSums(in, nodes, contexts);
            if (metric == wanted) return Optional.of(sums);
        }
        return Optional.empty();
    }

    private static NodeSums readSums(ByteSource in, int nodes, int contexts) {
        int[] node = BlockIndex.readNodes(in, nodes);
        int[] measured =
                PackedLongs.readIndexes(in, node.length, "a number of contexts", contexts + 1L);
        double[] sums = new double[node.length];
        PackedDoubles.read(in, sums, new long[node.length], node.length);
        double[] sum = new double[nodes];
        Arrays.fill(sum, Double.NaN);
        int[] contextsOf = new int[nodes];
        for (int i = 0; i < node.length; i++) {
            sum[node[i]] = sums[i];
            contextsOf[node[i]] = measured[i];
        }
        return new NodeSums(Doubles.owning(sum), Ints.owning(contextsOf));
    }
}
