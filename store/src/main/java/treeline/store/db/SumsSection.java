package treeline.store.db;

import treeline.bytes.ByteSource;
import treeline.bytes.LittleEndianBytes;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.MetricColumn;
import treeline.model.NodeSums;
import treeline.model.SparseRows;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/// Stored sums over all contexts, for metrics with many more values than nodes. For other metrics,
/// reading the values is as fast, and sums would enlarge the file.
final class SumsSection {
    private static final int VALUES_PER_SUM = 16;

    private SumsSection() {}

    /// The sums of a metric that is in memory, if they are worth it.
    static Optional<OfMetric> of(int metric, MetricColumn column) {
        if (!isWorthIt(column.cells(), () -> measured(column.byNode()))) return Optional.empty();
        var sums = new OfMetric(metric, column.nodes());
        sums.add(column.byNode());
        return Optional.of(sums);
    }

    private static boolean isWorthIt(long cells, IntSupplier nodes) {
        return cells > DatabaseLayout.FEW_CELLS
                && cells >= (long) VALUES_PER_SUM * nodes.getAsInt();
    }

    private static int measured(SparseRows rows) {
        int nodes = 0;
        for (int node = 0; node < rows.rows(); node++)
            if (rows.start(node) < rows.end(node)) nodes++;
        return nodes;
    }

    /// Incremental sums of one metric. Values are added in context order, independent of
    /// partitioning.
    static final class OfMetric {
        private final int metric;
        private final BitSet nodes = new BitSet();
        private final double[] sums;
        private final int[] contexts;
        private long cells;

        OfMetric(int metric, int nodes) {
            this.metric = metric;
            this.sums = new double[nodes];
            this.contexts = new int[nodes];
            Arrays.fill(sums, Double.NaN);
        }

        void add(SparseRows byNode) {
            cells += byNode.cells();
            for (int node = 0; node < byNode.rows(); node++)
                if (byNode.start(node) < byNode.end(node)) add(byNode, node);
        }

        private void add(SparseRows byNode, int node) {
            nodes.set(node);
            double sum = sums[node];
            int measured = contexts[node];
            for (int cell = byNode.start(node); cell < byNode.end(node); cell++) {
                double value = byNode.value(cell);
                if (Double.isNaN(value)) continue;
                sum = measured++ == 0 ? value : sum + value;
            }
            sums[node] = sum;
            contexts[node] = measured;
        }

        boolean isWorthIt() {
            return SumsSection.isWorthIt(cells, nodes::cardinality);
        }

        private void write(LittleEndianBytes out) {
            int[] measured = nodes.stream().toArray();
            out.varint(metric);
            out.varint(measured.length);
            PackedLongs.write(out, measured, measured.length);
            PackedLongs.write(
                    out,
                    Arrays.stream(measured).map(node -> contexts[node]).toArray(),
                    measured.length);
            PackedDoubles.write(
                    out,
                    Arrays.stream(measured).mapToDouble(node -> sums[node]).toArray(),
                    measured.length);
        }
    }

    static void write(LittleEndianBytes out, List<OfMetric> sums) {
        out.varint(sums.size());
        for (OfMetric each : sums) each.write(out);
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
        return new NodeSums(ImmutableDoubles.owning(sum), ImmutableInts.owning(contextsOf));
    }
}
