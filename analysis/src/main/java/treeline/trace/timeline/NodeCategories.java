package treeline.trace.timeline;

import treeline.ledger.Account;
import treeline.ledger.Accounts;
import treeline.model.CallTree;
import treeline.model.Outline;
import treeline.single.Grouping;
import treeline.transform.NodeGroups;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The category of each node, by which a timeline is coloured: function, activity or tag.
public final class NodeCategories {
    /// The kinds of categories.
    public enum By {
        FUNCTION,
        ACTIVITY,
        TAG
    }

    private final List<String> names;
    private final int[] categoryOf;

    private NodeCategories(List<String> names, int[] categoryOf) {
        this.names = List.copyOf(names);
        this.categoryOf = categoryOf;
    }

    /// The categories of the nodes of a run.
    ///
    /// @param depth of functions, from 1 for roots: nodes belong to the function of their ancestor
    ///   at this depth; shorter call paths, and all if it is empty, to their own
    public static NodeCategories of(Outline outline, By by, OptionalInt depth) {
        return switch (by) {
            case FUNCTION ->
                    depth.isEmpty()
                            ? grouped(outline, Grouping.FUNCTION)
                            : atDepth(outline, depth.getAsInt());
            case ACTIVITY -> accounts(outline);
            case TAG -> grouped(outline, Grouping.TAG);
        };
    }

    private static NodeCategories grouped(Outline outline, Grouping grouping) {
        NodeGroups groups = grouping.of(outline);
        Map<String, Integer> indexOf = new HashMap<>();
        List<String> names = new ArrayList<>();
        int[] categoryOf = new int[outline.tree().size()];
        for (int node = 0; node < categoryOf.length; node++)
            categoryOf[node] =
                    indexOf.computeIfAbsent(
                            groups.frame(node).name(),
                            name -> {
                                names.add(name);
                                return names.size() - 1;
                            });
        return new NodeCategories(names, categoryOf);
    }

    private static NodeCategories atDepth(Outline outline, int depth) {
        NodeCategories own = grouped(outline, Grouping.FUNCTION);
        CallTree tree = outline.tree();
        int[] depths = tree.depths();
        int[] categoryOf = own.categoryOf.clone();
        for (int node = 0; node < categoryOf.length; node++)
            if (depths[node] >= depth) categoryOf[node] = categoryOf[tree.parent(node)];
        return new NodeCategories(own.names, categoryOf);
    }

    /// In the order of [Account].
    private static NodeCategories accounts(Outline outline) {
        Accounts accounts = Accounts.of(outline);
        List<Account> all = List.of(Account.values());
        int[] categoryOf = new int[outline.tree().size()];
        for (int node = 0; node < categoryOf.length; node++)
            categoryOf[node] = all.indexOf(accounts.of(node));
        return new NodeCategories(all.stream().map(Account::text).toList(), categoryOf);
    }

    public int size() {
        return names.size();
    }

    public String name(int category) {
        return names.get(category);
    }

    /// The category of a node.
    public int of(int node) {
        return categoryOf[node];
    }
}
