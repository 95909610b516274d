package treeline.prune;

import java.util.function.IntFunction;

/// A rule that decides which nodes of a call tree to drop. Rules compose: a node stays if all rules
/// keep it. A rule can be a lambda:
///
/// ```
/// PruneRule noLogging = run -> node -> run.tree().name(node).startsWith("log_") ? Fate.GOES_WITH_ALL_BELOW : Fate.STAYS;
/// ```
@FunctionalInterface
public interface PruneRule {

    /// What becomes of a node.
    enum Fate {
        STAYS,
        /// The node goes, and its children hang on the nearest node above that stays.
        GOES,
        /// The node goes with its subtree.
        GOES_WITH_ALL_BELOW
    }

    /// Looks at a run once; what comes back is asked for each node.
    IntFunction<Fate> in(TreeCosts run);

    /// How messages and headings call the rule.
    default String text() {
        return "own rule";
    }
}
