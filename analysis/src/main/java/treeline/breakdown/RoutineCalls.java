package treeline.breakdown;

import treeline.array.Ints;
import treeline.ledger.Accounts;
import treeline.ledger.Library;
import treeline.ledger.Operation;
import treeline.model.CallTree;
import treeline.model.ImmutableInts;
import treeline.model.Outline;
import treeline.pattern.UserPattern;
import treeline.single.Grouping;
import treeline.transform.NodeGroups;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The outermost calls of one routine in a program, so that their inclusive values can be summed.
///
/// @param routine its name; of MPI the C spelling, whatever the language and the wrapper:
///   `MPI_Bcast`
/// @param nodes of the call tree
public record RoutineCalls(String routine, ImmutableInts nodes) {
    private static final Pattern OF_C =
            Pattern.compile("(?i)P?MPI(X?)_(\\w+?)(?:_f08(?:ts)?)?_{0,2}");

    /// All MPI routines that a program calls, by name; calls below other MPI calls are excluded.
    /// Frames of the library itself without a call above them, as in its progress threads, are not
    /// calls.
    public static List<RoutineCalls> ofMpi(Outline outline) {
        CallTree tree = outline.tree();
        Accounts accounts = Accounts.of(outline);
        boolean[] inside = new boolean[tree.size()];
        Map<String, List<Integer>> byName = new TreeMap<>();
        for (int node = 0; node < inside.length; node++) {
            int caller = tree.parent(node);
            boolean below = caller != CallTree.NO_PARENT && inside[caller];
            Operation operation = accounts.operation(node);
            inside[node] = below || operation.major() == Operation.Major.MPI;
            if (!below && inside[node] && operation != Operation.MPI_INSIDE)
                byName.computeIfAbsent(
                                routine(Library.bareName(tree.frame(node))), _ -> new ArrayList<>())
                        .add(node);
        }
        return byName.entrySet().stream()
                .map(
                        each ->
                                new RoutineCalls(
                                        each.getKey(),
                                        ImmutableInts.owning(
                                                each.getValue().stream()
                                                        .mapToInt(Integer::intValue)
                                                        .toArray())))
                .toList();
    }

    /// The functions whose whole name matches, by name; recursive calls are part of the outermost.
    /// Loops and lines belong to the function around them.
    public static List<RoutineCalls> named(Outline outline, UserPattern name) {
        NodeGroups functions = Grouping.FUNCTION.of(outline);
        Map<String, Outermost> byName = new TreeMap<>();
        for (int node = 0; node < outline.tree().size(); node++)
            byName.computeIfAbsent(
                            functions.frame(node).name(), each -> new Outermost(name.matches(each)))
                    .add(node, outline.tree());
        return byName.entrySet().stream()
                .filter(each -> each.getValue().isWanted)
                .map(each -> each.getValue().calls(each.getKey()))
                .toList();
    }

    /// The nodes of a function that are not below another of its nodes.
    private static final class Outermost {
        private final boolean isWanted;
        private final Ints nodes = new Ints();
        private int end;

        Outermost(boolean isWanted) {
            this.isWanted = isWanted;
        }

        /// Nodes come in preorder.
        void add(int node, CallTree tree) {
            if (!isWanted || node < end) return;
            nodes.add(node);
            end = tree.subtreeEnd(node);
        }

        RoutineCalls calls(String name) {
            return new RoutineCalls(name, ImmutableInts.owning(nodes.toArray()));
        }
    }

    /// `mpi_bcast_`, `PMPI_Bcast` and `MPI_Bcast` are one routine; names that are not of C stay.
    static String routine(String bare) {
        Matcher name = OF_C.matcher(bare);
        if (!name.matches()) return bare;
        String lower = name.group(2).toLowerCase(Locale.ROOT);
        return "MPI%s_%s%s"
                .formatted(
                        name.group(1).toUpperCase(Locale.ROOT),
                        lower.substring(0, 1).toUpperCase(Locale.ROOT),
                        lower.substring(1));
    }
}
