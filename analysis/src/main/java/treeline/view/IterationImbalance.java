package treeline.view;

import treeline.ledger.Accounts;
import treeline.numbers.Moments;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Load imbalance within iterations. Ranks that take turns being slow are balanced over the whole
/// run, but in each iteration the others wait for the slowest.
///
/// @param node the call path that loses the most
/// @param lost maximum minus mean over ranks, summed over iterations
/// @param mean over ranks, summed over iterations
public record IterationImbalance(int node, double lost, double mean) {

    /// The largest one among loops that work, empty if all are below [Moments#FLOOR].
    ///
    /// @param loops with exclusive values
    public static Optional<IterationImbalance> of(List<LoopIterations> loops, Accounts accounts) {
        return loops.stream()
                .filter(loop -> !accounts.isWaiting(loop.node()))
                .map(
                        loop ->
                                new IterationImbalance(
                                        loop.node(),
                                        Arrays.stream(loop.excesses().toArray()).sum(),
                                        Arrays.stream(loop.series().mean().toArray()).sum()))
                .filter(each -> each.lost > Moments.FLOOR * each.mean)
                .max(Comparator.comparingDouble(IterationImbalance::lost));
    }
}
