package treeline.store.db;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.Arrays;

/// A run of three ranks whose loops start at high iteration numbers.
final class LateIterations {
    static final int FIRST = 1_000_000;

    private LateIterations() {}

    static Profile profile() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.region("main"));
        int step = builder.child(main, Frame.region("step"));
        int other = builder.child(main, Frame.region("other"));
        for (int rank = 0; rank < 3; rank++) {
            int context = builder.context(Context.ofRank(rank));
            builder.add(time, context, main, 1e9);
            if (rank == 2) builder.add(time, context, step, 77);
            else addSeries(builder, time, context, step, FIRST + 300 * rank, 400);
            addSeries(builder, time, context, other, rank == 0 ? 0 : 70_000 * rank, 3);
        }
        return builder.build();
    }

    private static void addSeries(
            ProfileBuilder builder, int metric, int context, int node, int first, int count) {
        double[] series = new double[first + count];
        Arrays.fill(series, 0, first, Double.NaN);
        for (int i = 0; i < count; i++) series[first + i] = 100 + i;
        builder.addSeries(metric, context, node, series, 0, series.length);
    }
}
