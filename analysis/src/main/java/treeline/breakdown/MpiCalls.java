package treeline.breakdown;

import treeline.ledger.Accounts;
import treeline.ledger.Library;
import treeline.ledger.Operation;
import treeline.model.CallTree;
import treeline.model.ImmutableInts;
import treeline.model.Outline;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The outermost calls of one MPI routine in a program. Calls below other MPI calls are excluded,
/// so inclusive values can be summed.
///
/// @param routine the C spelling, whatever the language and the wrapper: `MPI_Bcast`
/// @param nodes of the call tree
public record MpiCalls(String routine, ImmutableInts nodes) {
    private static final Pattern OF_C =
            Pattern.compile("(?i)P?MPI(X?)_(\\w+?)(?:_f08(?:ts)?)?_{0,2}");

    /// All routines that a program calls, by name. Frames of the library itself without a call
    /// above them, as of its progress threads, are no calls.
    public static List<MpiCalls> of(Outline outline) {
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
                                new MpiCalls(
                                        each.getKey(),
                                        ImmutableInts.owning(
                                                each.getValue().stream()
                                                        .mapToInt(Integer::intValue)
                                                        .toArray())))
                .toList();
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
