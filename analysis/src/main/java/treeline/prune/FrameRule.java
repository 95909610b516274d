package treeline.prune;

import treeline.model.Frame;
import treeline.transform.NodePredicates;

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// Leaves out nodes by what their frame is; what they call stays.
///
/// @param leftOut which frames of a run
record FrameRule(String text, Function<TreeCosts, Predicate<Frame>> leftOut) implements PruneRule {
    @Override
    public IntFunction<Fate> in(TreeCosts run) {
        IntPredicate goes = NodePredicates.ofFrame(run.tree(), leftOut.apply(run));
        return node -> goes.test(node) ? Fate.GOES : Fate.STAYS;
    }
}
