package treeline.formats.ncu;

import treeline.model.CallTree;
import treeline.model.Label;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Joins kernel metrics to the nodes of an annotated run with the same kernels, as Thicket's
/// `add_ncu` does: by NVTX ranges and kernel name.
public final class KernelJoin {
    private static final String PREFIX = "ncu.";

    private KernelJoin() {}

    /// The joined run. A kernel that the run lacks within its ranges is `missing`; one that occurs
    /// there at several nodes is `ambiguous`, because its values cannot be assigned to one of them.
    public record Joined(Profile profile, List<String> missing, List<String> ambiguous) {
        public Joined {
            missing = List.copyOf(missing);
            ambiguous = List.copyOf(ambiguous);
        }
    }

    /// Metrics of kernels are called `ncu.` and their name. All GPU streams are taken together, as
    /// several launches are, in each context that the run itself has: no context is added, so the
    /// mean over the run's ranks stays what it was.
    public static Joined join(Profile annotated, Profile kernels) {
        var builder = new ProfileBuilder();
        int[] nodes = copyNodes(annotated, builder);
        copyValues(annotated, builder, nodes);
        List<String> missing = new ArrayList<>();
        List<String> ambiguous = new ArrayList<>();
        int[] targets = new int[kernels.tree().size()];
        var places = new KernelPlaces(annotated.tree(), kernels.tree());
        for (int kernel = 0; kernel < targets.length; kernel++) {
            targets[kernel] = -1;
            if (!places.isKernel(kernel)) continue; // a range
            List<Integer> found = places.of(kernel);
            if (found.size() == 1) targets[kernel] = nodes[found.getFirst()];
            else (found.isEmpty() ? missing : ambiguous).add(places.nameOf(kernel));
        }
        addRolledUp(annotated, kernels, builder, targets);
        builder.metadata(annotated.metadata());
        return new Joined(builder.build(), missing, ambiguous);
    }

    /// The target of a kernel's values.
    private record Cell(int target, Metric metric) {}

    /// @param targets by kernel: its node, -1 if it has none
    private static void addRolledUp(
            Profile annotated, Profile kernels, ProfileBuilder builder, int[] targets) {
        int[] contexts = annotated.contexts().stream().mapToInt(builder::context).toArray();
        rolledUp(kernels, targets)
                .forEach(
                        (cell, value) -> {
                            int metric = builder.metric(prefixed(cell.metric));
                            for (int context : contexts)
                                builder.add(metric, context, cell.target, value.value());
                        });
    }

    /// The values of all kernels of one target, as those of several launches: a kernel may be in
    /// several ranges that the run does not tell apart.
    private static Map<Cell, Rollup> rolledUp(Profile kernels, int[] targets) {
        Map<Cell, Rollup> cells = new LinkedHashMap<>();
        for (Metric metric : kernels.metrics()) {
            SparseRows rows = kernels.column(metric).byNode();
            for (int kernel = 0; kernel < targets.length; kernel++)
                for (int at = rows.start(kernel); at < rows.end(kernel); at++) {
                    if (targets[kernel] < 0) continue;
                    var cell = new Cell(targets[kernel], metric);
                    cells.computeIfAbsent(cell, _ -> Rollup.of(metric))
                            .add(rows.value(at), launches(kernels, rows.index(at), kernel));
                }
        }
        return cells;
    }

    private static double launches(Profile kernels, int stream, int kernel) {
        if (!kernels.metrics().contains(NcuReader.LAUNCHES)) return 1;
        double launches = kernels.column(NcuReader.LAUNCHES).at(stream, kernel);
        return launches > 0 ? launches : 1;
    }

    private static Metric prefixed(Metric metric) {
        return new Metric(PREFIX + metric.name(), metric.unit(), metric.scope());
    }

    private static int[] copyNodes(Profile from, ProfileBuilder to) {
        CallTree tree = from.tree();
        int[] nodes = new int[tree.size()];
        for (int node = 0; node < nodes.length; node++) {
            int parent = tree.parent(node);
            int above = parent == CallTree.NO_PARENT ? ProfileBuilder.ROOT : nodes[parent];
            nodes[node] = to.newChild(above, tree.frame(node));
        }
        for (Label label : from.labels())
            for (int node = 0; node < nodes.length; node++)
                if (!label.at(node).isEmpty()) to.label(label.name(), nodes[node], label.at(node));
        return nodes;
    }

    private static void copyValues(Profile from, ProfileBuilder to, int[] nodes) {
        int[] contexts = from.contexts().stream().mapToInt(to::context).toArray();
        for (Metric metric : from.metrics()) {
            int column = to.metric(metric);
            SparseRows rows = from.column(metric).byContext();
            for (int context = 0; context < contexts.length; context++)
                for (int cell = rows.start(context); cell < rows.end(context); cell++)
                    copyCell(rows, cell, to, column, contexts[context], nodes[rows.index(cell)]);
        }
    }

    private static void copyCell(
            SparseRows rows, int cell, ProfileBuilder to, int column, int context, int node) {
        double[] series = rows.series(cell);
        if (series.length > 0) to.addSeries(column, context, node, series, 0, series.length);
        else to.add(column, context, node, rows.value(cell));
    }
}
