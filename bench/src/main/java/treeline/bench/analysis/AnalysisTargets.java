package treeline.bench.analysis;

import treeline.bench.Measured;
import treeline.bench.SyntheticProfile;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.numbers.Numbers;
import treeline.query.ContextQuantifier;
import treeline.query.Matching;
import treeline.query.NodeSet;
import treeline.query.Query;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.transform.Arithmetic;
import treeline.transform.NodeMapping;
import treeline.transform.Reduction;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;

/// How long do the analyses of one run take beside Hatchet and Chopper, how do they grow with rows
/// and with cores? CPU seconds of the whole process: work on several cores counts in full.
///
/// By default three sizes in a tenth of the memory that Hatchet takes; `large` is the largest run
/// of the Chopper paper.
public final class AnalysisTargets {
    private static final int REPETITIONS = 5;
    private static final int SPREAD = 64;

    /// Chopper's own seconds for load imbalance of 121 million rows.
    private static final double PAPER_SECONDS = 470.94;

    private AnalysisTargets() {}

    public static void main(String[] sections) throws Exception {
        if (sections.length == 1 && sections[0].equals("large")) large();
        else rows();
    }

    private static void rows() throws Exception {
        System.out.printf(
                "heap of at most %d MiB; Hatchet needs 1,100 to 2,300 MB for the largest size%n",
                Runtime.getRuntime().maxMemory() >> 20);
        heading();
        table(1_000, 64, new double[] {8.3, 0.10, 13.3, 0.23, 0.30, 0.12});
        table(5_000, 256, new double[] {41.5, 1.0, 102, 2.7, 1.16, 1.0});
        table(10_000, 512, new double[] {79.5, 4.2, 239, 15.5, 2.7, 4.7});
        System.out.printf("%nwith cores: verbose imbalance of 10,000 nodes x 512 ranks, wall ms%n");
        Profile run = SyntheticProfile.of(10_000, 512, SPREAD);
        for (int cores = 1; cores <= Runtime.getRuntime().availableProcessors(); cores++)
            System.out.printf("%3d cores %8.1f%n", cores, 1000 * wallOn(cores, run));
    }

    static void heading() {
        System.out.printf(
                "%n%-34s %9s %6s %10s %10s %12s %9s%n",
                "analysis", "nodes", "ranks", "wall ms", "CPU ms", "Hatchet ms", "ratio");
    }

    private static void table(int nodes, int ranks, double[] hatchet) throws Exception {
        Profile run = SyntheticProfile.of(nodes, ranks, SPREAD);
        Metric time = run.metrics().getFirst();
        row("imbalance, verbose", run, hatchet[0], () -> verbose(run, time));
        row("hot path", run, hatchet[1], () -> hotPath(run, time));
        row("query + filter + squash", run, hatchet[2], () -> squashed(run, time));
        row("a - a", run, hatchet[3], () -> Arithmetic.of(run, Arithmetic.Operation.MINUS, run));
        row("string query", run, hatchet[4], () -> matches(run));
        row(
                "flat profile",
                run,
                hatchet[5],
                () -> FlatProfile.of(run, time, Grouping.NAME, Reduction.MEAN));
    }

    private static Object verbose(Profile run, Metric time) {
        return LoadImbalance.of(run, time, Threshold.none()).verboseTable();
    }

    private static Object hotPath(Profile run, Metric time) {
        double[] inclusive = Numbers.of(run, time).inclusive(Reduction.MEAN);
        return HotPath.of(run.tree(), inclusive, HotPath.DEFAULT_SHARE);
    }

    private static NodeSet matches(Profile run) {
        return Query.parse("MATCH (p)->(\"*\")->(q) WHERE p.\"depth\" = 0 AND q.\"time\" >= 500")
                .on(run, ContextQuantifier.MEAN, Matching.ALL);
    }

    /// Keeps the nodes below a tenth of the largest mean out, all ranks.
    private static Object squashed(Profile run, Metric time) {
        double[] mean = Numbers.of(run, time).values(time.scope(), Reduction.MEAN);
        Profile kept = NodeMapping.keeping(run.tree(), node -> mean[node] > 510).of(run);
        return Scopes.with(kept, time, Scope.INCLUSIVE);
    }

    static void row(String what, Profile run, double hatchet, Callable<?> work) throws Exception {
        Measured.Cost seconds = Measured.best(REPETITIONS, work);
        System.out.printf(
                "%-34s %,9d %6d %10.2f %10.2f %12s %9s%n",
                what,
                run.tree().size(),
                run.contexts().size(),
                1000 * seconds.wall(),
                1000 * seconds.cpu(),
                Double.isNaN(hatchet) ? "-" : "%,.0f".formatted(1000 * hatchet),
                Double.isNaN(hatchet) ? "-" : "%,.0fx".formatted(hatchet / seconds.cpu()));
    }

    private static double wallOn(int cores, Profile run) throws Exception {
        Metric time = run.metrics().getFirst();
        try (var pool = new ForkJoinPool(cores)) {
            return Measured.best(REPETITIONS, () -> pool.submit(() -> verbose(run, time)).get())
                    .wall();
        }
    }

    private static void large() throws Exception {
        Profile run = SyntheticProfile.of(473_348, 256, SPREAD);
        Metric time = run.metrics().getFirst();
        heading();
        row(
                "imbalance",
                run,
                PAPER_SECONDS,
                () -> LoadImbalance.of(run, time, Threshold.none()).nodes());
        row("hot path", run, Double.NaN, () -> hotPath(run, time));
        row(
                "imbalance, verbose, top 1%",
                run,
                Double.NaN,
                () ->
                        LoadImbalance.of(run, time, new Threshold.ShareOfLargest(0.99))
                                .verboseTable());
    }
}
