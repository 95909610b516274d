package treeline.bench.analysis;

import treeline.bench.Measured;
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
import treeline.query.Across;
import treeline.query.Matching;
import treeline.query.Query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// How long does a call path query take, the means over ranks that it compares included? Hatchet's
/// CPU seconds are those of 10,000 nodes x 512 ranks, without the making of the means.
public final class QueryTargets {
    private static final int REPETITIONS = 7;
    private static final String STRING =
            "MATCH (p)->(\"*\")->(q) WHERE p.\"depth\" = 0 AND q.\"time\" >= 500";

    private QueryTargets() {}

    public static void main(String[] args) throws Exception {
        System.out.printf(
                "%-42s %9s %6s %12s %12s %8s%n",
                "query", "nodes", "ranks", "CPU ms", "Hatchet ms", "ratio");
        Profile run = profile(10_000, 512, 64);
        Query object = Query.of(List.of("*", Map.of("name", "MPI_.*")));
        row("string, mean of ranks", run, Query.parse(STRING), Across.MEAN, 2_700);
        row("object, mean of ranks", run, object, Across.MEAN, 3_600);
        row("object, all ranks", run, object, Across.ALL, 17_200);
        row("string, any rank", run, Query.parse(STRING), Across.ANY, 0);
        Query stars =
                Query.parse(
                        "MATCH (*)->(p)->(*)->(q)->(*) WHERE p.name CONTAINS '1' AND q.name"
                                + " CONTAINS '2'");
        row("five steps with three *", profile(100_000, 1, 64), stars, Across.MEAN, 0);
        row("five steps with three *", profile(1_000_000, 1, 64), stars, Across.MEAN, 0);
        row("five steps with three *, a chain", profile(1_000_000, 1, 1), stars, Across.MEAN, 0);
    }

    private static void row(
            String what, Profile profile, Query query, Across across, double hatchetMillis)
            throws Exception {
        double millis =
                1000
                        * Measured.bestSeconds(
                                REPETITIONS, () -> query.on(profile, across, Matching.ALL));
        System.out.printf(
                "%-42s %,9d %6d %12.2f %12s %8s%n",
                what,
                profile.tree().size(),
                profile.contexts().size(),
                millis,
                hatchetMillis == 0 ? "-" : "%,.0f".formatted(hatchetMillis),
                hatchetMillis == 0 ? "-" : "%,.0fx".formatted(hatchetMillis / millis));
    }

    /// A tree whose nodes hang below one of the `spread` nodes before them on the path of the last
    /// one: some deep chains, most paths short; with a spread of 1 a single chain.
    private static Profile profile(int nodes, int ranks, int spread) {
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
