package treeline.bench.analysis;

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

/// A profile of any size in the shape of real ones, dense over its ranks. The same size gives the
/// same profile.
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
            for (int node = 0; node < nodes; node++) rows.add(node, random.nextDouble(1000));
            rows.endRow();
        }
        List<Context> contexts = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) contexts.add(Context.ofRank(rank));
        List<Metric> metrics = List.of(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        var outline =
                new Outline(
                        CallTree.of(parent, frame, frames),
                        List.of(),
                        contexts,
                        metrics,
                        Metadata.NONE);
        var column = MetricColumn.ofContexts(rows.build(), nodes);
        return new Profile(outline, new MetricTable(metrics, List.of(column)));
    }
}
