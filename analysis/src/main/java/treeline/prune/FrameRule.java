package treeline.prune;

import treeline.model.Frame;
import treeline.transform.NodePredicates;

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// Drops nodes by a predicate on their frame and keeps their callees.
///
/// @param leftOut the frames to drop
record FrameRule(String text, Function<TreeCosts, Predicate<Frame>> leftOut) implements PruneRule {
    @Override
    public IntFunction<Fate> in(TreeCosts run) {
        IntPredicate goes = NodePredicates.ofFrame(run.tree(), leftOut.apply(run));
        return node -> goes.test(node) ? Fate.GOES : Fate.STAYS;
    }
}
