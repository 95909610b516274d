package treeline.bench.formats;

import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.formats.hpctoolkit.HpctoolkitSource.Order;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Selection;
import treeline.source.Slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Question: how fast are trees, slices and whole profiles read from an HPCToolkit database, beside
/// hpcanalysis on a database of the same sizes? CPU seconds of one thread, files in the page cache.
///
/// `bench/run hpctoolkit [FOLDER] [NODES] [RANKS]` generates what is not there yet and keeps it
/// (about 2.3 GB for the 210,989 nodes and 4,096 ranks of the targets, below the folder for
/// temporary files if none is named). Every answer is checked against those that the generator
/// wrote down.
public final class HpctoolkitTargets {
    private static final int HOT_NODES = 129;
    private static final int RANKS_AT_ONCE = 64;

    /// What hpcanalysis took on the same number of ranks and a tree of the same size.
    private record Peer(int ranks, String hotNodes, String asTable) {}

    private static final List<Peer> HPCANALYSIS =
            List.of(
                    new Peer(128, "27 ms (C++), 211 ms (Python)", "0.5 M/s (C++, DataFrame)"),
                    new Peer(1_024, "251 ms (C++), 1,394 ms (Python)", "0.4 M/s (C++, 512 ranks)"),
                    new Peer(
                            4_096,
                            "1,075 ms (C++), 5,611 ms (Python)",
                            "0.4 M/s (C++, 512 ranks)"));

    private final GeneratedDatabase database;
    private final HpctoolkitGenerator.Answers answers;
    private final Peer peer;

    private HpctoolkitTargets(GeneratedDatabase database) {
        this.database = database;
        this.answers = database.answers();
        this.peer =
                HPCANALYSIS.stream()
                        .filter(each -> each.ranks == answers.ranks())
                        .findFirst()
                        .orElse(new Peer(answers.ranks(), "", ""));
    }

    public static void main(String[] args) throws Exception {
        int nodes = args.length > 1 ? Integer.parseInt(args[1]) : 210_989;
        int ranks = args.length > 2 ? Integer.parseInt(args[2]) : 4_096;
        Path below =
                args.length > 0
                        ? Path.of(args[0])
                        : Path.of(System.getProperty("java.io.tmpdir"), "treeline-bench");
        for (int some : new int[] {ranks / 32, ranks / 4, ranks}) {
            Path folder = below.resolve("hpctoolkit-%d-%d".formatted(nodes, some));
            new HpctoolkitTargets(GeneratedDatabase.at(folder, nodes, some)).run();
        }
    }

    private void run() throws Exception {
        System.out.printf(
                "%n%,d nodes, %,d ranks, %,d values; profile.db %,d MB, cct.db %,d MB%n",
                answers.nodes(),
                answers.ranks(),
                answers.values(),
                Files.size(database.folder().resolve("profile.db")) >> 20,
                Files.size(database.folder().resolve("cct.db")) >> 20);
        System.out.printf("%-46s %12s %12s  %s%n", "", "measured", "target", "hpcanalysis");
        double open = Measured.bestSeconds(25, () -> Reads.nodes(database.open()));
        row("tree", open * 1e3, "ms", "< 100", "2,340 ms (Python)");
        try (HpctoolkitSource source = database.open()) {
            Slice hot = hotNodes(source);
            checkHot(source.load(hot, Order.BY_CONTEXT));
            checkHot(source.load(hot, Order.BY_PROFILE));
            System.out.printf(
                    "  a load of %d nodes would choose %s%n",
                    HOT_NODES, source.cost(hot).cheaper());
            double byContext = Measured.bestSeconds(60, () -> source.load(hot, Order.BY_CONTEXT));
            row(
                    "%d nodes, one metric, from cct.db".formatted(HOT_NODES),
                    byContext * 1e3,
                    "ms",
                    "< 10",
                    peer.hotNodes);
            double byProfile = Measured.bestSeconds(20, () -> source.load(hot, Order.BY_PROFILE));
            row(
                    "%d nodes, one metric, from profile.db".formatted(HOT_NODES),
                    byProfile * 1e3,
                    "ms",
                    "< 150",
                    "the same");
            Slice all = hot.withMetrics(Selection.ALL);
            double allMetrics = Measured.bestSeconds(30, () -> source.load(all, Order.BY_CONTEXT));
            row(
                    "%d nodes, all metrics, from cct.db".formatted(HOT_NODES),
                    allMetrics * 1e3,
                    "ms",
                    "",
                    "the same");
            double loaded = Measured.bestSeconds(3, () -> loadAll(source));
            row(
                    "whole trees loaded, %d ranks at a time".formatted(RANKS_AT_ONCE),
                    loadAll(source) / loaded / 1e6,
                    "M/s",
                    "",
                    peer.asTable);
        }
    }

    private static void row(String what, double value, String unit, String target, String peer) {
        System.out.printf("%-46s %8.2f %-3s %12s  %s%n", what, value, unit, target, peer);
    }

    private Slice hotNodes(HpctoolkitSource source) {
        int inclusive = GeneratedDatabase.metric(source, Metric.Scope.INCLUSIVE);
        return Slice.everything()
                .withNodes(Selection.of(database.hottest(source, HOT_NODES)))
                .withMetrics(Selection.of(inclusive));
    }

    /// Every value is a whole number of samples, so sums are exact.
    private void checkHot(Profile profile) throws IOException {
        SparseRows rows = profile.column("time").byNode();
        try (HpctoolkitSource source = database.open()) {
            for (int i = 0; i < HOT_NODES; i++) {
                double sum = 0;
                int node = source.nodeOf(answers.hottest().at(i));
                for (int cell = rows.start(node); cell < rows.end(node); cell++)
                    sum += rows.value(cell);
                GeneratedDatabase.require(
                        sum == answers.hottestSeconds().at(i),
                        "context %d".formatted(answers.hottest().at(i)));
            }
        }
    }

    /// Loads everything, some ranks at a time, and checks the time of every rank.
    private long loadAll(HpctoolkitSource source) {
        long values = 0;
        int root = source.outline().tree().children(CallTree.NO_PARENT)[0];
        for (int first = 0; first < answers.ranks(); first += RANKS_AT_ONCE) {
            int from = first;
            Selection some =
                    Selection.where(
                            Math.min(answers.ranks(), from + RANKS_AT_ONCE),
                            context -> context >= from);
            Profile profile = source.load(Slice.everything().withContexts(some), Order.BY_PROFILE);
            values += profile.values().values();
            for (int i = 0; i < profile.contexts().size(); i++)
                GeneratedDatabase.require(
                        profile.column("time").at(i, root) == answers.secondsOfRank().at(from + i),
                        profile.contexts().get(i).toString());
        }
        return values;
    }
}
