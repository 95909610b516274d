package treeline.query;

import treeline.model.CallTree;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.BitSet;
import java.util.function.DoublePredicate;

/// The values of one metric at all nodes, for comparisons over contexts. [ContextQuantifier]
/// defines how contexts without a value count. NaN marks an unmeasured node.
final class Values {
    private final CallTree tree;
    private final MetricColumn column;

    /// How many ranks count as 0 where they measured nothing.
    private final int countedAsZero;

    private double[] means = {};

    private Values(CallTree tree, MetricColumn column, int countedAsZero) {
        this.tree = tree;
        this.column = column;
        this.countedAsZero = countedAsZero;
    }

    /// The values of ranks; the mean is the number that a call tree shows.
    static Values ofRanks(Profile profile, ResolvedAttribute.Measured measured) {
        Numbers numbers = Numbers.of(profile, measured.metric());
        int counted = numbers.isPoint() ? 0 : numbers.ranks().size();
        var values =
                new Values(profile.tree(), numbers.by(numbers.ranks(), measured.scope()), counted);
        values.means = numbers.values(measured.scope(), Reduction.MEAN);
        return values;
    }

    /// The values of runs, which have none where they measured nothing.
    static Values ofRuns(Profile profile, ResolvedAttribute.Measured measured) {
        MetricColumn column = profile.column(measured.metric().in(measured.scope()));
        return new Values(profile.tree(), column, /* countedAsZero= */ 0);
    }

    BitSet where(DoublePredicate test, ContextQuantifier across) {
        return switch (across) {
            case MEAN -> whereMean(test);
            case ANY, ALL -> counted(test).nodes(across, test);
        };
    }

    /// Nodes that no context measured.
    BitSet unmeasured() {
        return counted(_ -> true).unmeasured();
    }

    private BitSet whereMean(DoublePredicate test) {
        if (means.length == 0) means = means();
        var nodes = new BitSet();
        for (int node = 0; node < means.length; node++) if (test.test(means[node])) nodes.set(node);
        return nodes;
    }

    /// Over the runs that have a value; 0 / 0 is NaN where none has.
    private double[] means() {
        double[] means = new double[tree.size()];
        int[] measured = new int[tree.size()];
        SparseRows rows = column.byContext();
        for (int cell = 0; cell < rows.cells(); cell++) {
            if (Double.isNaN(rows.value(cell))) continue;
            means[rows.index(cell)] += rows.value(cell);
            measured[rows.index(cell)]++;
        }
        for (int node = 0; node < means.length; node++) means[node] /= measured[node];
        return means;
    }

    /// Of how many contexts the value passes a test.
    TestedRanks counted(DoublePredicate test) {
        var counts = new TestedRanks(tree.size(), countedAsZero);
        SparseRows rows = column.byContext();
        for (int cell = 0; cell < rows.cells(); cell++)
            counts.count(rows.index(cell), test.test(rows.value(cell)));
        return counts;
    }
}
