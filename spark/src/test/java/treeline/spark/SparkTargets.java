package treeline.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// What a cluster costs and gains, for `bench/run spark FOLDER...`: the imbalance of databases by
/// this program alone, and by clusters of one and of two workers with a core each, by turns. Each
/// figure is the whole command as a user types it, the best of some rounds.
public final class SparkTargets {
    private static final int ROUNDS = Integer.getInteger("rounds", 3);

    private SparkTargets() {}

    public static void main(String[] databases) throws IOException, InterruptedException {
        Path jar = Path.of(System.getProperty("treeline.spark.jar"));
        Path home = Path.of(System.getProperty("treeline.spark.home"));
        Path folder = Files.createTempDirectory("spark-targets");
        System.out.printf(
                "%-24s %8s %12s %12s %12s%n", "database", "MB", "alone", "1 worker", "2 workers");
        for (String database : databases) {
            double[] best = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
            for (int round = 0; round < ROUNDS; round++)
                for (int workers = 0; workers <= 2; workers++)
                    best[workers] =
                            Math.min(
                                    best[workers],
                                    seconds(home, folder, jar, Path.of(database), workers));
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %8d %10.1f s %10.1f s %10.1f s%n",
                    Path.of(database).getFileName(),
                    megabytes(Path.of(database)),
                    best[0],
                    best[1],
                    best[2]);
        }
    }

    private static long megabytes(Path database) throws IOException {
        try (Stream<Path> files = Files.walk(database)) {
            return files.filter(Files::isRegularFile)
                            .mapToLong(each -> each.toFile().length())
                            .sum()
                    / 1_000_000;
        }
    }

    private static double seconds(Path home, Path folder, Path jar, Path database, int workers)
            throws IOException, InterruptedException {
        try (Cluster cluster = Cluster.start(home, folder, Math.max(1, workers))) {
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
