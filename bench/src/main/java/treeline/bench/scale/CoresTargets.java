package treeline.bench.scale;

import treeline.aggregate.LocalEngine;
import treeline.aggregate.MomentsByNode;
import treeline.aggregate.PartitionedSource;
import treeline.aggregate.ReducedRun;
import treeline.bench.JavaCommand;
import treeline.bench.Measured;
import treeline.bench.Reads;
import treeline.bench.SyntheticProfile;
import treeline.bench.SyntheticRun;
import treeline.bench.formats.GeneratedDatabase;
import treeline.formats.hpctoolkit.HpctoolkitSource;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.numbers.Locations;
import treeline.numbers.Numbers;
import treeline.single.FlatProfile;
import treeline.single.Grouping;
import treeline.single.HotPath;
import treeline.single.LoadImbalance;
import treeline.single.Threshold;
import treeline.source.Selection;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.store.text.CompactTextExporter;
import treeline.store.text.CompactTextFormat;
import treeline.transform.Reduction;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// Question: how much faster are loading and analyses on more cores? Every number of cores is a
/// Java of its own that sees only so many; one after the other, files in the page cache.
///
/// `bench/run exascale cores=1,2,4,8,16 [heap=4g] [FOLDER]` generates some 700 MB below the folder,
/// keeps them, and prints a table.
final class CoresTargets {
    private static final int NODES = 100_000;
    private static final int HPC_RANKS = 1_024;
    private static final int RANKS = 1_024;
    private static final int EVENTS = 10_000;
    private static final int TREE_NODES = 40_000;
    private static final int TREE_RANKS = 256;
    private static final int SPREAD = 64;
    private static final int REPETITIONS = 5;
    private static final long SMALL_MEMORY = 256L << 20;
    private static final String CHILD = "child";
    private static final String HPCTOOLKIT = "cores-hpctoolkit";
    private static final String DATABASE = "cores.tldb";
    private static final String TEXT = "cores.txt";

    private final Path folder;
    private final Map<String, Measured.Cost> costs = new LinkedHashMap<>();

    private CoresTargets(Path folder) {
        this.folder = folder;
    }

    static void main(List<String> arguments, Path folder) throws Exception {
        if (arguments.contains(CHILD)) {
            new CoresTargets(folder).measure();
            return;
        }
        generate(folder);
        String heap = option(arguments, "heap", "4g");
        int[] cores =
                Arrays.stream(option(arguments, "cores", "1,2").split(","))
                        .mapToInt(Integer::parseInt)
                        .toArray();
        print(cores, folder, heap);
    }

    private static String option(List<String> arguments, String name, String usual) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(name + "="))
                .map(argument -> argument.substring(name.length() + 1))
                .findFirst()
                .orElse(usual);
    }

    private static void generate(Path folder) throws IOException {
        Files.createDirectories(folder);
        GeneratedDatabase.at(folder.resolve(HPCTOOLKIT), NODES, HPC_RANKS);
        if (Files.exists(folder.resolve(TEXT))) return;
        Profile run = SyntheticRun.of(RANKS, EVENTS, 0);
        new DatabaseExporter().export(run, folder.resolve(DATABASE));
        new CompactTextExporter().export(run, folder.resolve(TEXT));
    }

    private static void print(int[] cores, Path folder, String heap) throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        System.out.printf(
                "%d cores here, %s heap; seconds by the clock, best of %d, and times as fast as on"
                        + " %d%n",
                all, heap, REPETITIONS, cores[0]);
        List<Map<String, Double>> columns = new ArrayList<>();
        for (int count : cores) {
            if (count > all) System.out.printf("%d cores are more than there are%n", count);
            columns.add(child(count, folder, heap));
        }
        System.out.printf("%-44s", "cores");
        for (int count : cores) System.out.printf(" %16d", count);
        System.out.println();
        for (String what : columns.getFirst().keySet()) {
            System.out.printf("%-44s", what);
            double first = columns.getFirst().get(what);
            for (Map<String, Double> column : columns)
                System.out.printf(" %8.4f (%4.1fx)", column.get(what), first / column.get(what));
            System.out.println();
        }
    }

    private static Map<String, Double> child(int cores, Path folder, String heap)
            throws IOException, InterruptedException {
        List<String> command =
                JavaCommand.of(
                        List.of(
                                "-XX:ActiveProcessorCount=" + cores,
                                "-XX:+UseParallelGC",
                                "-Xmx" + heap),
                        ExascaleTargets.class,
                        "cores=" + cores,
                        CHILD,
                        folder.toString());
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Map<String, Double> seconds = new LinkedHashMap<>();
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split("\t");
                seconds.put(words[0], Double.parseDouble(words[1]));
            }
        }
        if (process.waitFor() != 0) throw new IOException("measuring on %d cores".formatted(cores));
        return seconds;
    }

    private void measure() throws Exception {
        inMemory();
        stored();
        var database = GeneratedDatabase.at(folder.resolve(HPCTOOLKIT), NODES, HPC_RANKS);
        try (HpctoolkitSource source = database.open()) {
            hpctoolkit(source);
        }
        costs.forEach((what, cost) -> System.out.printf("%s\t%s%n", what, cost.wall()));
    }

    private void cost(String what, Callable<?> work) throws Exception {
        work.call();
        costs.put(what, Measured.best(REPETITIONS, work));
    }

    private void stored() throws Exception {
        cost(
                ".tldb loaded whole",
                () -> Reads.profile(DatabaseFormat.openFile(folder.resolve(DATABASE))));
        cost(
                "text loaded whole",
                () -> Reads.profile(new CompactTextFormat(), folder.resolve(TEXT)));
    }

    private void inMemory() throws Exception {
        Profile run = SyntheticProfile.of(TREE_NODES, TREE_RANKS, SPREAD);
        Metric time = run.metrics().getFirst();
        cost("imbalance", () -> LoadImbalance.of(run, time, Threshold.none()).nodes());
        cost(
                "imbalance, verbose",
                () -> LoadImbalance.of(run, time, Threshold.none()).verboseTable());
        cost(
                "hot path",
                () ->
                        HotPath.of(
                                run.tree(),
                                Numbers.of(run, time).inclusive(Reduction.MEAN),
                                HotPath.DEFAULT_SHARE));
        cost("flat profile", () -> FlatProfile.of(run, time, Grouping.NAME, Reduction.MEAN));
        SparseRows byNode = run.column(time).byNode();
        cost("transposition", () -> MetricColumn.ofNodes(byNode, TREE_RANKS).byContext());
    }

    private void hpctoolkit(HpctoolkitSource source) throws Exception {
        int inclusive = GeneratedDatabase.metric(source, Metric.Scope.INCLUSIVE);
        Metric time = source.outline().metrics().get(inclusive);
        for (HpctoolkitSource.Order order : HpctoolkitSource.Order.values())
            cost("HPCToolkit loaded whole, " + order, () -> source.load(Slice.everything(), order));
        cost("imbalance in parts", () -> imbalance(source, time, LocalEngine.withDefaults()));
        LocalEngine small =
                LocalEngine.of(Runtime.getRuntime().availableProcessors(), SMALL_MEMORY);
        cost("imbalance in parts, in 256 MB", () -> imbalance(source, time, small));
        cost(
                "flat profile in parts",
                () -> {
                    Profile sums =
                            ReducedRun.of(
                                    source,
                                    Slice.everything(),
                                    Reduction.SUM,
                                    LocalEngine.withDefaults(),
                                    _ -> {});
                    return FlatProfile.of(sums, time, Grouping.NAME, Reduction.SUM);
                });
    }

    private static Object imbalance(HpctoolkitSource source, Metric time, LocalEngine engine)
            throws IOException {
        return engine.run(
                MomentsByNode.of(List.of(time), Locations.By.RANK),
                PartitionedSource.of(source, Slice.everything().withMetrics(only(source, time))));
    }

    private static Selection only(HpctoolkitSource source, Metric time) {
        return Selection.of(source.outline().metrics().indexOf(time));
    }
}
