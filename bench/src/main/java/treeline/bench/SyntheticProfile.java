package treeline.bench;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.MetricTable;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A profile of any size in the shape of real ones, dense over its ranks, with times in thousandths
/// as tools write them. The same size gives the same profile.
public final class SyntheticProfile {
    private SyntheticProfile() {}

    /// A tree whose nodes hang below one of the `spread` nodes before them on the path of the last
    /// one: some deep chains, most paths short; with a spread of 1 a single chain.
    public static Profile of(int nodes, int ranks, int spread) {
        var random = new SplittableRandom(nodes);
        List<Frame> frames = new ArrayList<>();
        for (int i = 0; i < 300; i++)
            frames.add(Frame.function((i % 7 == 0 ? "MPI_f" : "func_") + i));
        int[] parent = new int[nodes];
        int[] frame = new int[nodes];
        for (int node = 0; node < nodes; node++) {
            int up = spread == 1 ? 0 : random.nextInt(4) == 0 ? random.nextInt(spread) : 1;
            int at = node - 1;
            while (up-- > 0 && at > 0) at = parent[at];
            parent[node] = node == 0 ? CallTree.NO_PARENT : Math.max(at, 0);
            frame[node] = random.nextInt(frames.size());
        }
        var rows = new SparseRows.Builder(nodes * ranks, 0);
        for (int rank = 0; rank < ranks; rank++) {
            for (int node = 0; node < nodes; node++)
                rows.add(node, Math.rint(random.nextDouble(1e6)) / 1e3);
            rows.endRow();
        }
        return of(
                CallTree.of(parent, frame, frames),
                new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE),
                MetricColumn.ofContexts(rows.build(), nodes));
    }

    /// A metric of ranks.
    static Profile of(CallTree tree, Metric metric, MetricColumn column) {
        List<Context> contexts =
                IntStream.range(0, column.contexts()).mapToObj(Context::ofRank).toList();
        List<Metric> metrics = List.of(metric);
        return new Profile(
                new Outline(tree, List.of(), contexts, metrics, Metadata.NONE),
                new MetricTable(metrics, List.of(column)));
    }
}
