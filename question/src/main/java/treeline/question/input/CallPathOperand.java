package treeline.question.input;

import treeline.model.CallTree;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;
import treeline.single.NodePath;
import treeline.text.NameList;
import treeline.text.Suggestion;

import java.util.List;
import java.util.stream.IntStream;

/// An operand that names one node of a call tree.
public final class CallPathOperand {
    public static final Operand NODE =
            Operand.once(ParameterType.text("NODE"), "a call path or an unambiguous suffix of one");

    /// About two lines of call paths.
    private static final int MAX_LISTED = 5;

    private CallPathOperand() {}

    /// The node of a call path or, if there is none, the only node whose path ends so.
    ///
    /// @throws IllegalArgumentException if there is none, or several
    public static int in(CallTree tree, String text) {
        List<Integer> same = nodes(tree, text, false);
        List<Integer> found = same.isEmpty() ? nodes(tree, text, true) : same;
        if (found.size() == 1) return found.getFirst();
        throw new IllegalArgumentException(
                found.isEmpty()
                        ? "no call path equals or ends with '%s'%s"
                                .formatted(text, Suggestion.among(names(tree), text))
                        : "'%s' is ambiguous: %s; add more callers to the path"
                                .formatted(text, listed(tree, found)));
    }

    private static List<Integer> nodes(CallTree tree, String text, boolean suffix) {
        return IntStream.range(0, tree.size())
                .filter(
                        node -> {
                            String path = NodePath.of(tree, node);
                            return suffix ? path.endsWith("/" + text) : path.equals(text);
                        })
                .boxed()
                .toList();
    }

    private static List<String> names(CallTree tree) {
        return IntStream.range(0, tree.size()).mapToObj(tree::name).distinct().toList();
    }

    private static String listed(CallTree tree, List<Integer> nodes) {
        List<String> paths = nodes.stream().map(node -> NodePath.of(tree, node)).toList();
        return NameList.shortened(paths, MAX_LISTED);
    }
}
