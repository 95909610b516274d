package treeline.bench.scale;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.MomentsByNode;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.ReducedRun;
import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.bench.formats.GeneratedDatabase;
import treeline.bench.formats.HpctoolkitGenerator;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.numbers.NodeMoments;
import treeline.query.NodeSet;
import treeline.select.Tables;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.table.Table;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Question: what does a run cost that does not fit into memory, beside reading its file once and
/// beside hpcanalysis? Time by the clock and CPU time of all threads, files in the page cache.
///
/// `bench/run exascale [S|M|L] [FOLDER]` generates what is not there yet and keeps it (M: 2 GB, L:
/// 8 GB). The heap has 512 MB. Sums are checked against those that the generator wrote down. With
/// `cores=1,2,4` it measures on so many cores instead, see [CoresTargets].
public final class ExascaleTargets {
    private static final int HOT_NODES = 129;

    /// What hpcanalysis took for 4,096 ranks and a tree of the size of M, recorded on another day.
    private static final String PEER_SLICE = "1.08 s C++, 5.6 s Python";

    private static final String PEER_TABLE = "DataFrame 2.7 s C++, 7.3 s Python";

    private enum Size {
        S(15_000, 256),
        M(210_989, 4_096),
        L(210_989, 16_384);

        private final int nodes;
        private final int ranks;

        Size(int nodes, int ranks) {
            this.nodes = nodes;
            this.ranks = ranks;
        }
    }

    private final GeneratedDatabase database;
    private final HpctoolkitGenerator.Answers answers;
    private final HpctoolkitSource source;
    private final int inclusive;
    private final int exclusive;

    private ExascaleTargets(GeneratedDatabase database, HpctoolkitSource source) {
        this.database = database;
        this.answers = database.answers();
        this.source = source;
        this.inclusive = GeneratedDatabase.metric(source, Metric.Scope.INCLUSIVE);
        this.exclusive = GeneratedDatabase.metric(source, Metric.Scope.EXCLUSIVE);
    }

    public static void main(String[] args) throws Exception {
        List<String> words =
                Arrays.stream(args).filter(word -> word.matches("[SMLsml]|.*=.*|child")).toList();
        Path below =
                Arrays.stream(args)
                        .filter(word -> !words.contains(word))
                        .map(Path::of)
                        .findFirst()
                        .orElse(Path.of(System.getProperty("java.io.tmpdir"), "treeline-bench"));
        if (words.stream().anyMatch(word -> word.startsWith("cores="))) {
            CoresTargets.main(words, below);
            return;
        }
        Size size = Size.valueOf(words.isEmpty() ? "S" : words.getFirst().toUpperCase(Locale.ROOT));
        Path folder = below.resolve("exascale-" + size);
        var database = GeneratedDatabase.at(folder, size.nodes, size.ranks);
        try (HpctoolkitSource source = database.open()) {
            new ExascaleTargets(database, source).run();
        }
    }

    private void run() throws Exception {
        Path file = database.folder().resolve("profile.db");
        long bytes = Files.size(file);
        System.out.printf(
                "%s: %,d nodes, %,d ranks, %,d values; profile.db %,d MB; %d cores, %,d MB heap%n",
                database.folder().getFileName(),
                answers.nodes(),
                answers.ranks(),
                answers.values(),
                bytes >> 20,
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() >> 20);
        System.out.printf("%-46s %9s %9s  %s%n", "", "wall s", "CPU s", "beside it");
        Measured.Cost read = Measured.warm(() -> Reads.bytes(file));
        row(
                "profile.db read once, front to back",
                read,
                "%.0f MB/s".formatted(bytes / read.wall() / 1e6));
        Measured.Cost hot = Measured.warm(this::hotNodes);
        row("%d nodes x all ranks loaded".formatted(HOT_NODES), hot, peer(PEER_SLICE));
        Measured.Cost table = Measured.warm(this::hotTable);
        row(
                "the same as a table of %,d rows".formatted(hotTable().rows()),
                table,
                peer(PEER_TABLE));
        Measured.Cost flat = Measured.warm(this::flat);
        row("flat profile in parts", flat, timesReading(flat, read));
        Measured.Cost imbalance = Measured.warm(() -> imbalance(answers.ranks()));
        row("imbalance in parts", imbalance, timesReading(imbalance, read));
        for (int ranks = 16; ranks <= answers.ranks(); ranks *= 4) byRanks(ranks);
    }

    private void byRanks(int ranks) throws Exception {
        Measured.Cost some = Measured.warm(() -> imbalance(ranks));
        row(
                "imbalance of the first %,d ranks".formatted(ranks),
                some,
                "%.0f us of CPU per rank".formatted(some.cpu() / ranks * 1e6));
    }

    private String peer(String recorded) {
        return answers.ranks() == Size.M.ranks
                ? "(recorded another day: %s)".formatted(recorded)
                : "";
    }

    private static String timesReading(Measured.Cost cost, Measured.Cost read) {
        return "%.1f x the time of reading the file".formatted(cost.wall() / read.wall());
    }

    private static void row(String what, Measured.Cost cost, String beside) {
        System.out.printf("%-46s %9.3f %9.3f  %s%n", what, cost.wall(), cost.cpu(), beside);
    }

    private Profile hotNodes() {
        return source.load(
                Slice.everything()
                        .withNodes(Selection.of(database.hottest(source, HOT_NODES)))
                        .withMetrics(Selection.of(inclusive)));
    }

    private Table hotTable() {
        Profile profile = hotNodes();
        int[] contexts = IntStream.range(0, profile.contexts().size()).toArray();
        return Tables.slice(
                profile, contexts, NodeSet.all(profile.tree()), profile.outline().metrics());
    }

    private Table flat() throws IOException {
        Slice both = Slice.everything().withMetrics(Selection.of(inclusive, exclusive));
        Profile sums =
                ReducedRun.of(source, both, Reduction.SUM, LocalEngine.withDefaults(), _ -> {});
        Metric time = source.outline().metrics().get(inclusive);
        int root = sums.tree().children(CallTree.NO_PARENT)[0];
        GeneratedDatabase.require(
                sums.column(time).at(0, root) == answers.seconds(), "seconds of the run");
        return FlatProfile.of(sums, time, Grouping.NAME, Reduction.SUM);
    }

    private NodeMoments imbalance(int ranks) throws IOException {
        Slice slice =
                Slice.everything()
                        .withMetrics(Selection.of(inclusive))
                        .withContexts(
                                Selection.where(
                                        source.outline().contexts().size(), i -> i < ranks));
        NodeMoments moments =
                LocalEngine.withDefaults()
                        .run(
                                MomentsByNode.of(
                                        List.of(source.outline().metrics().get(inclusive)),
                                        Locations.By.RANK),
                                PartitionedSource.of(source, slice))
                        .getFirst();
        int root = source.outline().tree().children(CallTree.NO_PARENT)[0];
        double expected = IntStream.range(0, ranks).mapToDouble(answers.secondsOfRank()::at).sum();
        GeneratedDatabase.require(
                moments.sum(root) == expected, "seconds of %d ranks".formatted(ranks));
        return moments;
    }
}
