package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.pattern.MalformedPatternException;
import treeline.pattern.UserPattern;

import java.util.BitSet;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// Node predicates for [NodeMapping#keeping] and [NodeMapping#hiding]: by value, name or module.
/// Each is evaluated once for all nodes.
///
/// ```
/// Profile quiet = NodeMapping.hiding(tree, NodePredicates.below(tree, Library.MPI.calls(tree))).of(profile);
/// ```
public final class NodePredicates {
    private NodePredicates() {}

    /// Nodes where at least one context has such a value. A context that did not run a node has
    /// none.
    public static IntPredicate inAnyContext(
            Profile profile, Metric metric, DoublePredicate condition) {
        int[] fulfilled = fulfilled(profile.column(metric), condition);
        return node -> fulfilled[node] > 0;
    }

    /// Nodes where every context of the run has such a value.
    public static IntPredicate inAllContexts(
            Profile profile, Metric metric, DoublePredicate condition) {
        int[] fulfilled = fulfilled(profile.column(metric), condition);
        int all = profile.contexts().size();
        return node -> fulfilled[node] == all && all > 0;
    }

    private static int[] fulfilled(MetricColumn column, DoublePredicate condition) {
        int[] fulfilled = new int[column.nodes()];
        SparseRows rows = column.byContext();
        for (int cell = 0; cell < rows.cells(); cell++) {
            double value = rows.value(cell);
            if (!Double.isNaN(value) && condition.test(value)) fulfilled[rows.index(cell)]++;
        }
        return fulfilled;
    }

    /// Nodes by their name, such as all that a regular expression matches.
    public static IntPredicate named(CallTree tree, Predicate<String> name) {
        return ofFrame(tree, frame -> name.test(frame.name()));
    }

    /// Nodes whose name is the text or, where there are none, whose whole name matches it as a
    /// regular expression. Names of C++ are often no regular expressions.
    ///
    /// @throws IllegalArgumentException if no node is found
    public static IntPredicate called(CallTree tree, String text) {
        if (tree.frames().stream().anyMatch(frame -> frame.name().equals(text)))
            return ofFrame(tree, frame -> frame.name().equals(text));
        Predicate<String> matches = matching(text);
        if (tree.frames().stream().noneMatch(frame -> matches.test(frame.name())))
            throw new IllegalArgumentException(
                    "no function is named '%s' or matches it".formatted(text));
        return ofFrame(tree, frame -> matches.test(frame.name()));
    }

    private static Predicate<String> matching(String regex) {
        try {
            return UserPattern.of(regex)::matches;
        } catch (MalformedPatternException bad) {
            throw new IllegalArgumentException(
                    "no function is named '%s', and it is not a valid regular expression: %s"
                            .formatted(regex, bad.problem()),
                    bad);
        }
    }

    /// Nodes by the name of their module, such as a library.
    public static IntPredicate inModule(CallTree tree, Predicate<String> module) {
        return ofFrame(tree, frame -> module.test(frame.module()));
    }

    /// Nodes by what their frame is; asked once for each frame, not for each node.
    public static IntPredicate ofFrame(CallTree tree, Predicate<Frame> condition) {
        var frames = new BitSet(tree.frames().size());
        for (int frame = 0; frame < tree.frames().size(); frame++)
            if (condition.test(tree.frames().get(frame))) frames.set(frame);
        return node -> frames.get(tree.frameIndex(node));
    }

    /// Whether a frame is a place within a function rather than something that is called.
    public static boolean isPartOfFunction(Frame frame) {
        return switch (frame.kind()) {
            case LOOP, LINE, INSTRUCTION -> true;
            case FUNCTION, REGION, KERNEL, THREAD, OTHER -> false;
        };
    }

    /// The loops, lines and instructions that are part of the frame around them. An instruction
    /// contains no code, so whatever is below it without a function in between is not part of it:
    /// in a profile without symbols, each address stands for the unknown function that it is in.
    public static IntPredicate insideFunctions(CallTree tree) {
        var inside = new BitSet(tree.size());
        var belowFunctions = new BitSet(tree.size());
        for (int node = 0; node < tree.size(); node++) {
            int caller = tree.parent(node);
            boolean part = isPartOfFunction(tree.frame(node));
            boolean below = caller != CallTree.NO_PARENT && belowFunctions.get(caller);
            if (!part || below) belowFunctions.set(node);
            if (!part || caller == CallTree.NO_PARENT) continue;
            if (below || tree.frame(caller).kind() != Frame.Kind.INSTRUCTION) inside.set(node);
        }
        return inside::get;
    }

    /// Everything below the nodes of another choice, which are not chosen themselves: hiding what
    /// is below calls of MPI keeps the calls.
    public static IntPredicate below(CallTree tree, IntPredicate tops) {
        var below = new BitSet(tree.size());
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            if (parent != CallTree.NO_PARENT && (below.get(parent) || tops.test(parent)))
                below.set(node);
        }
        return below::get;
    }
}
