package treeline.browser;

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

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// A run as large as those that papers show: many call paths, of which every rank ran the common
/// core and some others. The same size gives the same run.
final class LargeRun {
    private static final int CORE = 120;
    private static final int FRAMES = 400;
    private static final int DEEPEST = 24;

    private LargeRun() {}

    /// @param cellsPerRank how many nodes each rank ran
    static Profile of(int nodes, int ranks, int cellsPerRank) {
        var random = new SplittableRandom(nodes);
        List<Metric> metrics = List.of(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        var outline =
                new Outline(
                        tree(nodes, random),
                        List.of(),
                        IntStream.range(0, ranks).mapToObj(Context::ofRank).toList(),
                        metrics,
                        Metadata.NONE.with("ranks", ranks));
        var column = MetricColumn.ofContexts(rows(nodes, ranks, cellsPerRank, random), nodes);
        return new Profile(outline, new MetricTable(metrics, List.of(column)));
    }

    /// Paths go down most of the time and come back a few levels.
    private static CallTree tree(int nodes, SplittableRandom random) {
        List<Frame> frames =
                IntStream.range(0, FRAMES)
                        .mapToObj(i -> Frame.function(i == 0 ? "main" : "function_" + i))
                        .toList();
        int[] parent = new int[nodes];
        int[] frame = new int[nodes];
        int[] depth = new int[nodes];
        parent[0] = CallTree.NO_PARENT;
        for (int node = 1; node < nodes; node++) {
            int up = node - 1;
            int back = depth[up] >= DEEPEST ? 4 : random.nextInt(3);
            while (back-- > 0 && up > 0) up = parent[up];
            parent[node] = up;
            depth[node] = depth[up] + 1;
            frame[node] = 1 + random.nextInt(FRAMES - 1);
        }
        return CallTree.of(parent, frame, frames);
    }

    /// Every eighth rank takes longer.
    private static SparseRows rows(
            int nodes, int ranks, int cellsPerRank, SplittableRandom random) {
        int[] core = random.ints(CORE, 0, nodes).toArray();
        var rows = new SparseRows.Builder(ranks * cellsPerRank, 0);
        for (int rank = 0; rank < ranks; rank++) {
            int[] ran = new int[cellsPerRank];
            for (int i = 0; i < cellsPerRank; i++)
                ran[i] = i < CORE ? core[i] : random.nextInt(nodes);
            double slow = rank % 8 == 0 ? 1.5 : 1;
            for (int node : Arrays.stream(ran).sorted().distinct().toArray())
                rows.add(node, slow * (0.5 + random.nextDouble()));
            rows.endRow();
        }
        return rows.build();
    }
}
