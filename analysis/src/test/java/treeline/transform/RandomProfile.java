package treeline.transform;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.Random;

/// Seeded profiles of any shape, for comparing an algorithm with its definition.
public final class RandomProfile {
    private RandomProfile() {}

    /// Whole numbers, so that sums are exact in any order; about half of the cells are absent.
    public static Profile exclusive(Random random, int nodes, int ranks) {
        var builder = new ProfileBuilder();
        int metric = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        for (int rank = 0; rank < ranks; rank++) builder.context(Context.ofRank(rank));
        for (int node = 0; node < nodes; node++)
            builder.newChild(random.nextInt(-1, node), Frame.region("n" + node));
        for (int node = 0; node < nodes; node++)
            for (int rank = 0; rank < ranks; rank++)
                if (random.nextBoolean()) builder.add(metric, rank, node, random.nextInt(1, 100));
        return builder.build();
    }
}
