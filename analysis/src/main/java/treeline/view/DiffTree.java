package treeline.view;

import treeline.model.CallTree;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.numbers.Numbers;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;

/// Two runs on the union of their call trees. Each row has the node in each run (-1 if missing) and
/// its values, NaN if not measured; those of the second run are in the unit of the first.
public record DiffTree(
        TreeArrays rows,
        ImmutableInts aNode,
        ImmutableInts bNode,
        ImmutableDoubles a,
        ImmutableDoubles b,
        ImmutableDoubles aExclusive,
        ImmutableDoubles bExclusive,
        double aTotal,
        double bTotal) {

    public static DiffTree of(Numbers a, Numbers b, Reduction over, int limit) {
        if (!b.unit().convertsTo(a.unit()))
            throw new IllegalArgumentException(
                    "the unit of metric '%s' is '%s' in one run and '%s' in the other"
                            .formatted(a.metric().name(), a.unit().symbol(), b.unit().symbol()));
        double factor = b.unit().factorTo(a.unit());
        List<NodeMapping> folds = NodeMapping.union(List.of(a.tree(), b.tree()));
        CallTree union = folds.getFirst().tree();
        Side left = Side.of(a, folds.get(0), over, 1);
        Side right = Side.of(b, folds.get(1), over, factor);
        double[] weights = new double[union.size()];
        Arrays.setAll(weights, i -> larger(left.inclusive[i], right.inclusive[i]));
        TreeArrays rows = TreeArrays.of(union, TreeArrays.WHOLE_FOREST, weights, limit);
        return new DiffTree(
                rows,
                chosen(rows, left.node),
                chosen(rows, right.node),
                rows.of(left.inclusive),
                rows.of(right.inclusive),
                rows.of(left.exclusive),
                rows.of(right.exclusive),
                left.total,
                right.total);
    }

    private static double larger(double a, double b) {
        if (Double.isNaN(a)) return b;
        return Double.isNaN(b) ? a : Math.max(a, b);
    }

    private static ImmutableInts chosen(TreeArrays rows, int[] byNode) {
        return ImmutableInts.owning(rows.node().stream().map(node -> byNode[node]).toArray());
    }

    /// One run on the nodes of the union. Siblings with the same frame are one node, and their
    /// values are summed.
    private static final class Side {
        private final int[] node;
        private final double[] inclusive;
        private final double[] exclusive;
        private final double total;

        Side(int[] node, double[] inclusive, double[] exclusive, double total) {
            this.node = node;
            this.inclusive = inclusive;
            this.exclusive = exclusive;
            this.total = total;
        }

        static Side of(Numbers values, NodeMapping fold, Reduction over, double factor) {
            int size = fold.tree().size();
            double[] ofNodes = values.inclusive(over);
            double[] alone = values.exclusive(over);
            int[] node = new int[size];
            double[] inclusive = new double[size];
            double[] exclusive = new double[size];
            Arrays.fill(node, -1);
            Arrays.fill(inclusive, Double.NaN);
            Arrays.fill(exclusive, Double.NaN);
            for (int from = 0; from < ofNodes.length; from++) {
                int to = fold.target(from);
                if (node[to] < 0) node[to] = from;
                inclusive[to] = joined(values, inclusive[to], ofNodes[from] * factor);
                exclusive[to] = joined(values, exclusive[to], alone[from] * factor);
            }
            return new Side(node, inclusive, exclusive, values.total(ofNodes) * factor);
        }

        private static double joined(Numbers values, double a, double b) {
            if (Double.isNaN(a)) return b;
            if (Double.isNaN(b)) return a;
            return values.isPoint() ? Math.max(a, b) : a + b;
        }
    }
}
