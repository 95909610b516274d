package treeline.single;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The call graph of a run: functions and caller-callee edges, the call tree with equal names
/// merged. A call from a loop or line counts as a call from the enclosing function. A recursive
/// function has an edge to itself and is counted once.
///
/// @param functions the flat profile, see [FlatProfile]
/// @param calls one row per edge: `caller`, `callee`, the callee's `inclusive` value when called
///   from there, and the number of `nodes` of the tree; heaviest first
public record CallGraph(Table functions, Table calls) {

    public static CallGraph of(Profile profile, Metric metric, Reduction over) {
        return of(profile, metric, Grouping.FUNCTION, over);
    }

    /// With something else than functions, such as every line and loop by its name.
    public static CallGraph of(Profile profile, Metric metric, Grouping by, Reduction over) {
        Table functions = FlatProfile.of(profile, metric, by, over);
        return new CallGraph(functions, calls(profile, metric, by, over));
    }

    private static Table calls(Profile profile, Metric metric, Grouping by, Reduction over) {
        NodeMapping fold = NodeMapping.edges(by.of(profile.outline()));
        double[] inclusive = FlatProfile.folded(profile, metric, fold, over).inclusive(over);
        CallTree graph = fold.tree();
        long[] nodes = new long[graph.size()];
        for (int node = 0; node < profile.tree().size(); node++) nodes[fold.target(node)]++;
        int[] edges =
                IntStream.range(0, graph.size())
                        .filter(node -> graph.parent(node) != CallTree.NO_PARENT)
                        .toArray();
        return Table.of(
                        Column.text(
                                "caller",
                                edges.length,
                                row -> graph.name(graph.parent(edges[row]))),
                        Column.text("callee", edges.length, row -> graph.name(edges[row])),
                        Column.real("inclusive", edges.length, row -> inclusive[edges[row]]),
                        Column.whole(
                                "nodes", Arrays.stream(edges).mapToLong(e -> nodes[e]).toArray()))
                .sort(Order.descending("inclusive"));
    }
}
