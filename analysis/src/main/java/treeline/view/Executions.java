package treeline.view;

import treeline.array.Percentiles;
import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.ImmutableDoubles;
import treeline.model.Metric.Scope;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Durations of call paths per execution: per repetition of a run, and per run with the same call
/// paths. Totals of other runs are in the unit of the selected run, NaN if a run lacks the path or
/// the metric.
///
/// Minimum, mean, median and maximum are over repetitions or, if there are none, over runs. They
/// are NaN for runs that are not repetitions of each other.
public record Executions(
        List<Repetition> repetitions,
        ImmutableDoubles runs,
        double best,
        double mean,
        double median,
        double worst) {

    public record Repetition(int repetition, double total) {}

    public Executions {
        repetitions = List.copyOf(repetitions);
    }

    /// Compares nodes of one run with the same call paths in all.
    ///
    /// @param runs all runs that are compared; empty ones do not have the metric
    /// @param asked which of them the nodes are of
    /// @param nodes whose values are added up, none below another; all roots are the whole program,
    ///   in other runs too
    /// @param over how ranks become a total
    /// @param repeated whether the runs are repetitions of each other
    public static Executions of(
            List<Optional<Numbers>> runs,
            int asked,
            Scope scope,
            int[] nodes,
            Reduction over,
            boolean repeated) {
        return of(runs, asked, scope, nodes, over, _ -> repeated);
    }

    /// The same if only some of the runs are repetitions of each other, such as those of a group.
    ///
    /// @param repeated whether a run counts in the statistics over runs
    public static Executions of(
            List<Optional<Numbers>> runs,
            int asked,
            Scope scope,
            int[] nodes,
            Reduction over,
            IntPredicate repeated) {
        Numbers own = runs.get(asked).orElseThrow();
        double[] totals = new double[runs.size()];
        for (int run = 0; run < totals.length; run++)
            totals[run] =
                    runs.get(run)
                            .map(other -> total(own, nodes, other, scope, over))
                            .orElse(Double.NaN);
        List<Repetition> repetitions = repetitions(own, scope, nodes, over);
        boolean byRepetition = ran(repetitions) > 1;
        double[] sorted =
                (byRepetition
                                ? repetitions.stream().mapToDouble(Repetition::total)
                                : IntStream.range(0, totals.length)
                                        .filter(repeated)
                                        .mapToDouble(run -> totals[run]))
                        .filter(each -> !Double.isNaN(each))
                        .sorted()
                        .toArray();
        return new Executions(
                repetitions,
                ImmutableDoubles.owning(totals),
                Percentiles.ofSorted(sorted, 0, sorted.length, 0),
                Arrays.stream(sorted).average().orElse(Double.NaN),
                Percentiles.ofSorted(sorted, 0, sorted.length, 0.5),
                Percentiles.ofSorted(sorted, 0, sorted.length, 1));
    }

    private static long ran(List<Repetition> repetitions) {
        return repetitions.stream().filter(each -> !Double.isNaN(each.total())).count();
    }

    private static double total(
            Numbers own, int[] nodes, Numbers other, Scope scope, Reduction over) {
        if (!other.unit().convertsTo(own.unit())) return Double.NaN;
        int[] same = sameNodes(own.tree(), nodes, other.tree());
        double total = same.length == 0 ? Double.NaN : 0;
        boolean any = false;
        for (int node : same) {
            double value = other.value(scope, node, over);
            any |= !Double.isNaN(value);
            if (!Double.isNaN(value)) total += value;
        }
        return any ? total * other.unit().factorTo(own.unit()) : Double.NaN;
    }

    /// Empty if one of them is missing.
    private static int[] sameNodes(CallTree tree, int[] nodes, CallTree other) {
        int[] roots = tree.children(CallTree.NO_PARENT);
        if (Arrays.equals(nodes, roots)) return other.children(CallTree.NO_PARENT);
        int[] same = new int[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            OptionalInt found = sameNode(tree, nodes[i], other);
            if (found.isEmpty()) return new int[0];
            same[i] = found.getAsInt();
        }
        return same;
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

    /// NaN if no node ran; none if the run was not repeated. Every outermost event counts its own
    /// repetitions: if some of several nodes were repeated more often than others, their sums would
    /// be of different things, and there are none.
    private static List<Repetition> repetitions(
            Numbers numbers, Scope scope, int[] nodes, Reduction over) {
        int[] numbered = numbers.repetitions();
        double[] totals = new double[numbered.length];
        Arrays.fill(totals, Double.NaN);
        for (int node : nodes) {
            double[] more = numbers.ofRepetitions(scope, node, over);
            boolean ran = Arrays.stream(more).anyMatch(each -> !Double.isNaN(each));
            boolean always = Arrays.stream(more).noneMatch(Double::isNaN);
            if (nodes.length > 1 && ran && !always) return List.of();
            for (int i = 0; i < totals.length; i++)
                if (!Double.isNaN(more[i]))
                    totals[i] = Double.isNaN(totals[i]) ? more[i] : totals[i] + more[i];
        }
        return IntStream.range(0, totals.length)
                .filter(i -> numbered[i] != Context.NONE)
                .mapToObj(i -> new Repetition(numbered[i], totals[i]))
                .toList();
    }
}
