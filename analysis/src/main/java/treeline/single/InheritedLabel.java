package treeline.single;

import treeline.model.CallTree;
import treeline.model.Outline;

/// A label such as `tag` at every node. Callees of a labelled region inherit its label, so a node
/// without the label has that of its nearest labelled ancestor.
final class InheritedLabel {
    private static final String NONE = "(none)";

    private InheritedLabel() {}

    static String[] of(Outline outline, String label) {
        CallTree tree = outline.tree();
        String[] labels = new String[tree.size()];
        for (int node = 0; node < labels.length; node++) {
            String own = outline.label(label, node);
            int caller = tree.parent(node);
            labels[node] =
                    !own.isEmpty() ? own : caller == CallTree.NO_PARENT ? NONE : labels[caller];
        }
        return labels;
    }
}
