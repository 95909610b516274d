package treeline.question.input;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.NodeTotals;
import treeline.numbers.Numbers;
import treeline.prune.PruneRules;
import treeline.prune.Pruned;
import treeline.prune.Pruning;
import treeline.prune.TreeCosts;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.util.Locale;

/// `--prune`: rules that shrink a large call tree, the same as in Java.
public final class PruneOption {
    public static final Parameter<Pruning> PRUNE =
            Parameter.of(
                    "prune",
                    new ParameterType<>(
                            "LIST",
                            PruneRules::words,
                            false,
                            text -> Pruning.of(PruneRules.parse(text))),
                    "prune nodes by rules, such as 1%,mpi,functions; percentages stay relative to"
                            + " the whole run: "
                            + String.join(", ", PruneRules.words()));

    private PruneOption() {}

    /// For commands that compare runs: a share leaves out other nodes in each of them.
    public static void refuseShares(Arguments arguments) {
        if (arguments.value(PRUNE).filter(Pruning::hasShare).isPresent())
            throw new IllegalArgumentException(
                    "--prune: a percentage rule removes different nodes in each run, so the runs"
                            + " could not be compared; use --threshold to hide small changes");
    }

    /// Which nodes stay, decided on a run that may have been made simpler.
    ///
    /// @param whole the run as it was read: shares are of its total
    static Pruned decided(Pruning pruning, Profile simple, Profile whole, Metric metric) {
        Pruned pruned = pruning.in(costs(pruning, simple, whole, metric));
        if (pruned.size() == 0)
            throw new IllegalArgumentException(
                    "--prune: no node remains after %s".formatted(pruning.text()));
        return pruned;
    }

    private static TreeCosts costs(Pruning pruning, Profile simple, Profile whole, Metric metric) {
        if (!pruning.needsCosts()) return TreeCosts.none(simple.outline());
        TreeCosts costs = TreeCosts.of(simple.outline(), Numbers.of(simple, metric));
        NodeTotals all = Numbers.of(whole, metric);
        return new TreeCosts(
                simple.outline(), costs.inclusive(), all.total(all.inclusive(Reduction.SUM)));
    }

    /// Repetitions are averaged before nodes lose their roots, which say how often they ran.
    ///
    /// @param averaged a run whose repetitions are averaged
    public static TransformStep step(Pruned pruned, TransformStep averaged) {
        NodeMapping fold = pruned.fold();
        return pruned.hasNewRoots() ? profile -> fold.of(averaged.apply(profile)) : fold::of;
    }

    /// `pruned by 1%, mpi (129 of 210,989 nodes)`.
    static String text(Pruning pruning, Pruned pruned) {
        return "pruned by " + facts(pruning, pruned);
    }

    /// `1%, mpi (129 of 210,989 nodes)`.
    public static String facts(Pruning pruning, Pruned pruned) {
        return String.format(
                Locale.ROOT,
                "%s (%,d of %,d nodes)",
                pruning.text(),
                pruned.size(),
                pruned.before());
    }
}
