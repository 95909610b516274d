package treeline.view;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;
import treeline.single.Drift;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// The value of a node by iteration of its loop: mean, minimum and maximum over the contexts that
/// ran the iteration.
///
/// @param loop the node that has the iterations: the node itself or an ancestor
/// @param drift present if iterations get slower or faster, see [Drift.Loop#isDrift]
/// @param jumps the first iterations of new levels, see [Drift.Loop#levels]
public record IterationSeries(
        ImmutableInts iteration,
        ImmutableDoubles mean,
        ImmutableDoubles min,
        ImmutableDoubles max,
        int loop,
        Optional<Drift.Loop> drift,
        ImmutableInts jumps) {

    /// The iterations of a node.
    ///
    /// @param numbers of a profile that was loaded with its iterations
    /// @param tests the number of loops of the run that are tested for a trend or jump, see
    ///   [Drift#tests]
    /// @return empty if the node kept no iterations, or if they are unknown in this scope
    public static Optional<IterationSeries> of(Numbers numbers, Scope scope, int node, int tests) {
        return Iterations.of(numbers, scope, node)
                .map(
                        found ->
                                of(
                                        found,
                                        numbers.profile().outline(),
                                        node,
                                        Drift.Loop.of(
                                                node,
                                                found.first(),
                                                found.mean().toArray(),
                                                tests)));
    }

    /// The iterations of a node of a run.
    static IterationSeries of(
            Iterations found, Outline outline, int node, Optional<Drift.Loop> loop) {
        int[] happened =
                IntStream.range(0, found.mean().size())
                        .filter(i -> !Double.isNaN(found.mean().at(i)))
                        .toArray();
        double[] means = chosen(happened, found.mean());
        return new IterationSeries(
                ImmutableInts.owning(Arrays.stream(happened).map(i -> found.first() + i).toArray()),
                ImmutableDoubles.owning(means),
                ImmutableDoubles.owning(chosen(happened, found.min())),
                ImmutableDoubles.owning(chosen(happened, found.max())),
                loopOf(outline, node),
                loop.filter(Drift.Loop::isDrift),
                jumps(loop));
    }

    private static ImmutableInts jumps(Optional<Drift.Loop> loop) {
        return ImmutableInts.owning(
                loop.map(Drift.Loop::levels).orElse(List.of()).stream()
                        .skip(1)
                        .mapToInt(Drift.Level::from)
                        .toArray());
    }

    private static double[] chosen(int[] happened, ImmutableDoubles values) {
        return Arrays.stream(happened).mapToDouble(values::at).toArray();
    }

    private static int loopOf(Outline outline, int node) {
        CallTree tree = outline.tree();
        for (int at = node; at != CallTree.NO_PARENT; at = tree.parent(at))
            if (outline.label(Profile.LOOP_LABEL, at).equals(Profile.LOOP_EACH)
                    || tree.frame(at).kind() == Frame.Kind.LOOP) return at;
        return node;
    }
}
