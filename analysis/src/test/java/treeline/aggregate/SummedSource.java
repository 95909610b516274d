package treeline.aggregate;

import treeline.model.ImmutableDoubles;
import treeline.model.ImmutableInts;
import treeline.model.Metric;
import treeline.model.NodeSums;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A run in memory that stores sums over ranks as files do, and lists the contexts that were
/// loaded.
final class SummedSource implements ProfileSource {
    private final Profile profile;
    private final boolean keeps;
    final List<Integer> loaded = new ArrayList<>();

    SummedSource(Profile profile, boolean keeps) {
        this.profile = profile;
        this.keeps = keeps;
    }

    @Override
    public Outline outline() {
        return profile.outline();
    }

    @Override
    public synchronized Profile load(Slice slice) {
        for (int context : slice.contexts().indexes(profile.contexts().size())) loaded.add(context);
        return slice.of(profile);
    }

    @Override
    public Optional<NodeSums> sums(Metric metric) {
        if (!keeps) return Optional.empty();
        SparseRows rows = profile.column(metric).byNode();
        double[] sum = new double[rows.rows()];
        int[] count = new int[rows.rows()];
        Arrays.fill(sum, Double.NaN);
        for (int node = 0; node < sum.length; node++)
            for (int cell = rows.start(node); cell < rows.end(node); cell++) {
                sum[node] = (count[node]++ == 0 ? 0 : sum[node]) + rows.value(cell);
            }
        return Optional.of(new NodeSums(ImmutableDoubles.owning(sum), ImmutableInts.owning(count)));
    }

    @Override
    public ReadReport report() {
        return new ReadReport(List.of());
    }

    @Override
    public void close() {}
}
