package treeline.single;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.NodeGroups;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.Locale;
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
        NodeGroups groups = by.of(profile.outline());
        Numbers run = Numbers.of(profile, metric);
        return of(
                FoldedNumbers.of(profile, metric, NodeMapping.flat(groups), over),
                FoldedNumbers.of(profile, metric, NodeMapping.edges(groups), over),
                by,
                over,
                run.total(run.inclusive(over)));
    }

    /// The same of a run that was folded while it was read.
    ///
    /// @param functions groups without their callers
    /// @param edges groups below those that call them
    /// @param whole what shares are of
    public static CallGraph of(
            FoldedNumbers functions,
            FoldedNumbers edges,
            Grouping by,
            Reduction over,
            double whole) {
        String name = by.name().toLowerCase(Locale.ROOT);
        return new CallGraph(FlatProfile.of(functions, name, over, whole), calls(edges, over));
    }

    private static Table calls(FoldedNumbers folded, Reduction over) {
        double[] inclusive = folded.numbers().inclusive(over);
        CallTree graph = folded.groups();
        long[] nodes = folded.nodes();
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
                        Column.real("inclusive", edges.length, row -> inclusive[edges[row]])
                                .in(folded.numbers().metric().unit()),
                        Column.whole(
                                "nodes", Arrays.stream(edges).mapToLong(e -> nodes[e]).toArray()))
                .sort(Order.descending("inclusive"));
    }
}
