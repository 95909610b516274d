package treeline.cluster;

import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.testkit.Calibration;
import treeline.testkit.NoiseModel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/// `--clusters auto` finds clusters only among ranks that have them, and then the right number.
class RankClustersCalibrationTest {
    private static final int SMALL = 10;
    private static final int[] RANKS = {16, 64};
    private static final int[] NODES = {2, 20};

    /// A run whose ranks spend 1 s at every node, with noise; ranks of group 1, 2 and so on spend
    /// twice as long at the node of that number.
    private static Profile run(
            Random random, NoiseModel noise, int ranks, int nodes, IntUnaryOperator group) {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int rank = 0; rank < ranks; rank++) {
            int context = builder.context(Context.ofRank(rank));
            int slow = group.applyAsInt(rank);
            for (int node = 0; node < nodes; node++) {
                double mean = slow > 0 && node == slow ? 2 : 1;
                builder.add(
                        metric,
                        context,
                        builder.child(main, Frame.function("f" + node)),
                        mean * Math.max(0, noise.draw(random, DEVIATION)));
            }
        }
        return builder.build();
    }

    private static final double DEVIATION = 0.05;

    private static int clusters(Profile profile) {
        try {
            return RankClusters.of(profile, profile.outline().metric("time"), 0).count();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static final List<NoiseModel> NOISE = List.of(NoiseModel.values());

    /// Every simulation has the next noise model.
    private static NoiseModel noise(int simulation) {
        return NOISE.get(simulation % NOISE.size());
    }

    @Test
    void ranksThatDifferByChanceHaveNoClusters() {
        var table = new Calibration("clusters among ranks that differ by chance");
        var random = new Random(35);
        int[] next = {0};
        for (int ranks : RANKS)
            for (int nodes : NODES)
                table.rate(
                                "%d ranks, %d nodes".formatted(ranks, nodes),
                                SMALL,
                                () ->
                                        clusters(
                                                        run(
                                                                random,
                                                                noise(next[0]++),
                                                                ranks,
                                                                nodes,
                                                                _ -> 0))
                                                > 1)
                        .requireAtMost(0.05);
    }

    @Test
    void clearGroupsAreFound() {
        var table = new Calibration("right number of clusters");
        var random = new Random(36);
        int[] next = {0};
        for (int ranks : RANKS)
            for (int nodes : NODES) {
                int groups = nodes == 2 ? 2 : 3;
                table.rate(
                                "%d groups, %d ranks, %d nodes".formatted(groups, ranks, nodes),
                                SMALL,
                                () ->
                                        clusters(
                                                        run(
                                                                random,
                                                                noise(next[0]++),
                                                                ranks,
                                                                nodes,
                                                                rank -> rank % groups))
                                                == groups)
                        .requireAtLeast(0.95);
            }
    }
}
