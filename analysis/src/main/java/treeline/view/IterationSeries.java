package treeline.view;

import treeline.model.CallTree;
import treeline.model.Doubles;
import treeline.model.Frame;
import treeline.model.Ints;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Iterations;
import treeline.numbers.Numbers;
import treeline.single.Drift;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/// How a node's value went over the iterations of its loop: for each iteration that happened the
/// mean, smallest and largest of the contexts that did it.
///
/// @param loop the node whose iterations these are: the node itself or one above it
/// @param drift where iterations become clearly slower or faster, see [#isDrift]
/// @param jumps iterations from which on the level is clearly another
public record IterationSeries(
        Ints iteration,
        Doubles mean,
        Doubles min,
        Doubles max,
        int loop,
        Optional<Drift.Loop> drift,
        Ints jumps) {

    /// The iterations of a node.
    ///
    /// @param numbers of a profile that was loaded with its iterations
    /// @return empty where the node did not keep its iterations
    public static Optional<IterationSeries> of(Numbers numbers, Scope scope, int node) {
        return Iterations.of(numbers, scope, node)
                .map(found -> of(found, numbers.profile().outline(), node));
    }

    /// The iterations of a node of a run.
    static IterationSeries of(Iterations found, Outline outline, int node) {
        int[] happened =
                IntStream.range(0, found.mean().size())
                        .filter(i -> !Double.isNaN(found.mean().at(i)))
                        .toArray();
        double[] means = chosen(happened, found.mean());
        return new IterationSeries(
                Ints.owning(happened),
                Doubles.owning(means),
                Doubles.owning(chosen(happened, found.min())),
                Doubles.owning(chosen(happened, found.max())),
                loopOf(outline, node),
                Drift.Loop.of(node, found.mean().toArray()).filter(IterationSeries::isDrift),
                Ints.owning(Jumps.of(happened, means)));
    }

    /// A line that rises by more than a twentieth and explains more than a quarter of what varies.
    static boolean isDrift(Drift.Loop line) {
        return Math.abs(line.drift()) > 0.05 && line.rSquare() > 0.25;
    }

    private static double[] chosen(int[] happened, Doubles values) {
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
