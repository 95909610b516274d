package treeline.single;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;
import treeline.transform.NodeValues;
import treeline.transform.Reduction;
import treeline.transform.Scopes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/// How a run's exclusive time splits over categories: the tags of a recording, or what frames tell
/// by themselves (communication, files, the rest).
public final class Shares {
    private static final String COMPUTATION = "computation";
    private static final Pattern MPI = Pattern.compile("(?i)P?MPI_\\w.*");

    /// MPI's file operations and those of POSIX and C, by the names that tools show.
    private static final Pattern FILES =
            Pattern.compile(
                    "(?i)P?MPI_File_\\w.*|_*(?:libc_)?(?:p?read|p?write)(?:v|64)?(?:\\(\\))?"
                        + "|f?(?:open|close|sync|datasync)(?:64)?(?:\\(\\))?|f(?:read|write)(?:\\(\\))?");

    private Shares() {}

    /// By a label such as `tag`. A node without one belongs to its nearest ancestor that has one:
    /// what a tagged region calls is part of it.
    public static Table byLabel(Profile profile, String label, Metric metric, Reduction over) {
        CallTree tree = profile.tree();
        String[] category = new String[tree.size()];
        for (int node = 0; node < category.length; node++) {
            String own = profile.outline().label(label, node);
            int parent = tree.parent(node);
            category[node] =
                    !own.isEmpty() ? own : parent == CallTree.NO_PARENT ? "" : category[parent];
        }
        return of(
                profile,
                metric,
                over,
                node -> category[node].isEmpty() ? "(none)" : category[node]);
    }

    /// By what frames are: calls of MPI, files, kernels, and everything else as computation. What
    /// such a call does inside is part of it.
    public static Table byKind(Profile profile, Metric metric, Reduction over) {
        CallTree tree = profile.tree();
        String[] kind = new String[tree.size()];
        for (int node = 0; node < kind.length; node++) {
            int parent = tree.parent(node);
            String caller = parent == CallTree.NO_PARENT ? COMPUTATION : kind[parent];
            kind[node] = caller.equals(COMPUTATION) ? kind(tree.frame(node)) : caller;
        }
        return of(profile, metric, over, node -> kind[node]);
    }

    private static String kind(Frame frame) {
        if (FILES.matcher(frame.name()).matches()) return "files";
        if (MPI.matcher(frame.name()).matches()) return "communication (MPI)";
        return switch (frame.kind()) {
            case KERNEL -> "GPU kernels";
            case FUNCTION, REGION, LOOP, LINE, INSTRUCTION, THREAD, OTHER -> COMPUTATION;
        };
    }

    /// `category`, `value`, `share`; largest first.
    private static Table of(
            Profile profile, Metric metric, Reduction over, IntFunction<String> category) {
        double[] exclusive =
                NodeValues.reduced(Scopes.column(profile, metric, Scope.EXCLUSIVE), over);
        Map<String, Double> sums = new LinkedHashMap<>();
        double total = 0;
        for (int node = 0; node < exclusive.length; node++) {
            if (Double.isNaN(exclusive[node])) continue;
            sums.merge(category.apply(node), exclusive[node], Double::sum);
            total += exclusive[node];
        }
        double whole = total;
        double[] values = sums.values().stream().mapToDouble(Double::doubleValue).toArray();
        return Table.of(
                        Column.text("category", sums.keySet().stream().toList()),
                        Column.real("value", values),
                        Column.real("share", values.length, row -> values[row] / whole))
                .sort(Order.descending("value"));
    }
}
