package treeline.view;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Doubles;
import treeline.model.Metric.Scope;
import treeline.numbers.Numbers;
import treeline.transform.Percentiles;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// What a node took each time it was executed: in each repetition of a run, and in each run that
/// has the same call path. Totals of other runs are in the unit of the asked one, NaN where a run
/// lacks the path or the metric. With the mean over ranks, runs of different size compare.
///
/// Best, mean, median and worst are of the repetitions or, where there are none, of the runs.
public record Executions(
        List<Repetition> repetitions,
        Doubles runs,
        double best,
        double mean,
        double median,
        double worst) {

    public record Repetition(int repetition, double total) {}

    public Executions {
        repetitions = List.copyOf(repetitions);
    }

    /// Compares a node of one run with the same call path in all.
    ///
    /// @param runs all runs that are compared; empty ones do not have the metric
    /// @param asked which of them the node is of
    /// @param over how ranks become a total
    public static Executions of(
            List<java.util.Optional<Numbers>> runs,
            int asked,
            Scope scope,
            int node,
            Reduction over) {
        Numbers own = runs.get(asked).orElseThrow();
        double[] totals = new double[runs.size()];
        for (int run = 0; run < totals.length; run++)
            totals[run] =
                    runs.get(run)
                            .map(other -> total(own, node, other, scope, over))
                            .orElse(Double.NaN);
        List<Repetition> repetitions = repetitions(own, scope, node, over);
        double[] sorted =
                (ran(repetitions) > 1
                                ? repetitions.stream().mapToDouble(Repetition::total)
                                : Arrays.stream(totals))
                        .filter(each -> !Double.isNaN(each))
                        .sorted()
                        .toArray();
        return new Executions(
                repetitions,
                Doubles.owning(totals),
                Percentiles.ofSorted(sorted, 0, sorted.length, 0),
                Arrays.stream(sorted).average().orElse(Double.NaN),
                Percentiles.ofSorted(sorted, 0, sorted.length, 0.5),
                Percentiles.ofSorted(sorted, 0, sorted.length, 1));
    }

    private static long ran(List<Repetition> repetitions) {
        return repetitions.stream().filter(each -> !Double.isNaN(each.total())).count();
    }

    private static double total(Numbers own, int node, Numbers other, Scope scope, Reduction over) {
        if (!other.unit().convertsTo(own.unit())) return Double.NaN;
        OptionalInt same = sameNode(own.tree(), node, other.tree());
        return same.isEmpty()
                ? Double.NaN
                : other.value(scope, same.getAsInt(), over) * other.unit().factorTo(own.unit());
    }

    /// The node of the same names from the root. Of siblings with one name it is the one with the
    /// same place among them.
    static OptionalInt sameNode(CallTree tree, int node, CallTree other) {
        int at = CallTree.NO_PARENT;
        for (int step : steps(tree, node)) {
            int before = 0;
            for (int sibling : tree.children(tree.parent(step))) {
                if (sibling == step) break;
                if (tree.name(sibling).equals(tree.name(step))) before++;
            }
            String name = tree.name(step);
            OptionalInt next =
                    Arrays.stream(other.children(at))
                            .filter(child -> other.name(child).equals(name))
                            .skip(before)
                            .findFirst();
            if (next.isEmpty()) return next;
            at = next.getAsInt();
        }
        return OptionalInt.of(at);
    }

    /// The nodes from the root to this one.
    private static int[] steps(CallTree tree, int node) {
        int[] steps = new int[tree.depth(node) + 1];
        int at = node;
        for (int i = steps.length - 1; i >= 0; i--) {
            steps[i] = at;
            at = tree.parent(at);
        }
        return steps;
    }

    /// NaN where the node did not run; none where the run was not repeated.
    private static List<Repetition> repetitions(
            Numbers numbers, Scope scope, int node, Reduction over) {
        int[] numbered = numbers.repetitions();
        double[] totals = numbers.ofRepetitions(scope, node, over);
        return IntStream.range(0, totals.length)
                .filter(i -> numbered[i] != Context.NONE)
                .mapToObj(i -> new Repetition(numbered[i], totals[i]))
                .toList();
    }
}
