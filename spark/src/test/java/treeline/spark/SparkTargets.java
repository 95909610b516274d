package treeline.spark;

import treeline.spark.Cluster.Machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What a cluster costs and gains, for `bench/run spark`: the imbalance of databases by one machine
/// alone, and by clusters of some workers, by turns. Each figure is the whole command as a user
/// types it, the best of some rounds.
///
/// With `cores=N` a machine is N cores that nobody else uses: the one alone has the first ones, each
/// worker has its own, and the one who asks a cluster shares those of the first worker.
public final class SparkTargets {
    private final Path jar = Path.of(System.getProperty("treeline.spark.jar"));
    private final Path home = Path.of(System.getProperty("treeline.spark.home"));
    private final Path folder;
    private final int rounds;
    private final int[] clusters;
    private final Machine machine;

    private SparkTargets(List<String> options) throws IOException {
        this.folder = Files.createTempDirectory("spark-targets");
        this.rounds = Integer.parseInt(option(options, "rounds", "3"));
        this.clusters =
                Stream.concat(
                                Stream.of("0"),
                                Arrays.stream(option(options, "workers", "1,2").split(",")))
                        .mapToInt(Integer::parseInt)
                        .toArray();
        int cores = Integer.parseInt(option(options, "cores", "0"));
        int megabytes = Integer.parseInt(option(options, "memory", "512"));
        this.machine = new Machine(Math.max(1, cores), megabytes, cores > 0);
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        List<String> options = Arrays.stream(words).filter(word -> word.contains("=")).toList();
        var targets = new SparkTargets(options);
        targets.heading();
        for (String word : words)
            if (!options.contains(word)) targets.row(Path.of(word).toAbsolutePath());
    }

    private static String option(List<String> options, String name, String otherwise) {
        return options.stream()
                .filter(option -> option.startsWith(name + "="))
                .map(option -> option.substring(name.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }

    private void heading() {
        System.out.printf(
                "machines of %d core(s)%s, %d MB%n%-24s %8s",
                machine.cores(),
                machine.pinned() ? " of their own" : " of this one",
                machine.megabytes(),
                "database",
                "MB");
        for (int workers : clusters)
            System.out.printf(" %12s", workers == 0 ? "alone" : workers + " worker(s)");
        System.out.println();
    }

    private void row(Path database) throws IOException, InterruptedException {
        double[] best = new double[clusters.length];
        Arrays.fill(best, Double.MAX_VALUE);
        for (int round = 0; round < rounds; round++)
            for (int i = 0; i < clusters.length; i++)
                best[i] = Math.min(best[i], seconds(database, clusters[i]));
        System.out.printf("%-24s %8d", database.getFileName(), megabytes(database));
        for (double seconds : best) System.out.printf(Locale.ROOT, " %10.1f s", seconds);
        System.out.println();
    }

    private static long megabytes(Path database) throws IOException {
        try (Stream<Path> files = Files.walk(database)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(each -> each.toFile().length())
                            .sum()
                    / 1_000_000;
        }
    }

    private double seconds(Path database, int workers) throws IOException, InterruptedException {
        try (Cluster cluster = Cluster.start(home, folder, workers, machine)) {
            List<String> words = new ArrayList<>(List.of("treeline.app.Main"));
            if (workers > 0) words.addAll(List.of("--engine", cluster.address()));
            words.addAll(List.of("imbalance", database.toString(), "--csv"));
            long start = System.nanoTime();
            Process process = cluster.launched("asked", List.of(jar), words.toArray(String[]::new));
            if (!process.waitFor(30, TimeUnit.MINUTES) || process.exitValue() != 0)
                throw new IOException("failed: " + cluster.err("asked"));
            return (System.nanoTime() - start) / 1e9;
        }
    }
}
