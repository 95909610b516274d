package treeline.model;

import treeline.text.PathText;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The call paths of many nodes as [PathText] writes them, one after the other. Each takes the
/// frames that it shares with the one before, so that nodes in depth-first order cost what their
/// texts are long, and nothing for climbing. For one thread.
public final class PathTexts {
    private final CallTree tree;
    private final int most;

    /// The last path from the root: its nodes and their names.
    private final List<Integer> nodes = new ArrayList<>();

    private final List<String> names = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    /// Whole paths.
    public PathTexts(CallTree tree) {
        this(tree, Integer.MAX_VALUE);
    }

    /// @param most frames of a path; deeper ones start with `…` and keep their last
    public PathTexts(CallTree tree, int most) {
        this.tree = tree;
        this.most = most;
    }

    public String of(int node) {
        moveTo(node);
        int from = Math.max(0, names.size() - most);
        text.setLength(0);
        if (from > 0) text.append("…/");
        for (int i = from; i < names.size(); i++)
            text.append(i > from ? "/" : "").append(names.get(i));
        return text.toString();
    }

    private void moveTo(int node) {
        while (!nodes.isEmpty() && !isBelow(node, nodes.getLast())) {
            nodes.removeLast();
            names.removeLast();
        }
        int shared = nodes.size();
        int above = shared == 0 ? CallTree.NO_PARENT : nodes.getLast();
        for (int at = node; at != above; at = tree.parent(at)) nodes.add(at);
        List<Integer> added = nodes.subList(shared, nodes.size());
        Collections.reverse(added);
        for (int each : added) names.add(PathText.escaped(tree.name(each)));
    }

    private boolean isBelow(int node, int above) {
        return above <= node && node < tree.subtreeEnd(above);
    }
}
