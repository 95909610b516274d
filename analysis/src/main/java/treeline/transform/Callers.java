package treeline.transform;

import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.TreeBuilder;

import java.util.List;

/// The call tree turned upside down: every function is a root with its whole exclusive cost, and
/// below it are its callers with their parts of it. It answers where time in a function comes from.
public final class Callers {
    private Callers() {}

    /// The tree upside down, with inclusive values.
    ///
    /// @param metric inclusive or exclusive; the exclusive values are what is handed to the callers
    /// @param levels how many callers to follow from each function, itself included: a cost of
    ///   nodes x levels
    public static Profile of(Profile profile, Metric metric, int levels) {
        if (levels < 1) throw new IllegalArgumentException("callers have at least one level");
        MetricColumn exclusive = profile.column(metric.in(Scope.EXCLUSIVE));
        Metric own = metric.in(Scope.EXCLUSIVE);
        Profile turned = Fold.inverted(profile.tree(), levels).of(profile.withOnly(own, exclusive));
        Metric total = metric.in(Scope.INCLUSIVE);
        return unlabelled(turned)
                .withOnly(total, Scopes.inclusive(turned.tree(), turned.column(own)));
    }

    /// A label is about a node, and here a node is only part of a path.
    private static Profile unlabelled(Profile turned) {
        return new Profile(
                new Outline(
                        turned.tree(),
                        List.of(),
                        turned.contexts(),
                        turned.metrics(),
                        turned.metadata()),
                turned.values());
    }

    /// Appends the callers of a node below it and returns the last one.
    static int append(TreeBuilder inverted, CallTree tree, int node, int levels) {
        int at = TreeBuilder.ROOT;
        int left = levels;
        for (int up = node; up != CallTree.NO_PARENT && left > 0; up = tree.parent(up), left--)
            at = inverted.child(at, tree.frame(up));
        return at;
    }
}
