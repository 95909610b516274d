package treeline.bench;

import treeline.model.CallTree;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A recorded run as it looks to the stored forms: event times in nanoseconds from microseconds to
/// tens of milliseconds, ranks that differ by a few per cent, iterations with noise and rare
/// outliers. The same seed gives the same run.
public final class SyntheticRun {
    private static final int SEED = 5;

    private SyntheticRun() {}

    /// One run; every event keeps as many iterations, or only its sum if they are 0.
    public static Profile of(int ranks, int nodes, int iterations) {
        var random = new SplittableRandom(SEED);
        var rows =
                new SparseRows.Builder(
                        ranks * nodes, Math.multiplyExact(ranks * nodes, iterations));
        double[] series = new double[Math.max(iterations, 1)];
        for (int node = 0; node < nodes; node++) {
            double mean = Math.exp(7 + 9 * random.nextDouble());
            for (int rank = 0; rank < ranks; rank++) {
                double ofRank = mean * (1 + 0.02 * random.nextDouble());
                for (int i = 0; i < series.length; i++)
                    series[i] = Math.rint(ofRank * noise(random));
                if (iterations == 0) rows.add(rank, series[0]);
                else rows.addSeries(rank, series, 0, iterations);
            }
            rows.endRow();
        }
        return profile(ranks, nodes, rows.build());
    }

    private static double noise(SplittableRandom random) {
        double bell = random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5;
        double outlier = random.nextInt(100) == 0 ? random.nextDouble() : 0;
        return 1 + 0.05 * bell + outlier;
    }

    private static Profile profile(int ranks, int nodes, SparseRows byNode) {
        List<Frame> frames = new ArrayList<>();
        int[] parent = new int[nodes];
        int[] frame = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            frames.add(Frame.region("event_%04d".formatted(node)));
            parent[node] = node == 0 ? CallTree.NO_PARENT : 0;
            frame[node] = node;
        }
        return SyntheticProfile.of(
                CallTree.of(parent, frame, frames),
                new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE),
                MetricColumn.ofNodes(byNode, ranks));
    }
}
