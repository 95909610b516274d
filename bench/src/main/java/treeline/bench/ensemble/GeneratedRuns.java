package treeline.bench.ensemble;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
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
import treeline.transform.Reduction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Runs of one program, made as they are asked for: each has its own tree object, as if read from a
/// file, and one in ten lacks the last function.
final class GeneratedRuns {
    private static final int FUNCTIONS = 1000;

    /// Every node of this distance hangs below the root, those between them below it.
    private static final int WIDTH = 20;

    private final int nodes;
    private final int[] parent;
    private final int[] frame;
    private final List<Frame> frames = new ArrayList<>();
    private final List<Metric> metrics =
            List.of(new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE));

    GeneratedRuns(int nodes) {
        this.nodes = nodes;
        this.parent = new int[nodes];
        this.frame = new int[nodes];
        for (int i = 0; i < FUNCTIONS; i++) frames.add(Frame.function("f" + i));
        for (int node = 0; node < nodes; node++) {
            parent[node] = node % WIDTH == 0 ? 0 : node / WIDTH * WIDTH;
            frame[node] = node % FUNCTIONS;
        }
        parent[0] = CallTree.NO_PARENT;
    }

    Ensemble ensemble(int runs) {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        for (int run = 0; run < runs; run++) builder.add(run(run));
        return builder.build();
    }

    private Run run(int number) {
        int size = number % 10 == 0 ? nodes - 1 : nodes;
        var random = new SplittableRandom(number);
        var rows = new SparseRows.Builder(size, 0);
        for (int node = 0; node < size; node++) rows.add(node, random.nextDouble(1000));
        rows.endRow();
        CallTree tree =
                CallTree.of(
                        java.util.Arrays.copyOf(parent, size),
                        java.util.Arrays.copyOf(frame, size),
                        frames);
        var outline = new Outline(tree, List.of(), List.of(Context.WHOLE), metrics, Metadata.NONE);
        var column = MetricColumn.ofContexts(rows.build(), size);
        var profile = new Profile(outline, new MetricTable(metrics, List.of(column)));
        return new Run("run" + number, Metadata.NONE.with("ranks", 1 << number % 8), profile);
    }
}
