package treeline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// What docs/how-to/use-a-cluster.md shows, on a real cluster of processes: the command line, a
/// program that is submitted, SQL, and a machine that is lost while it works. The answers are those
/// of one machine. Runs after packaging, on the jar that users submit.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StandaloneClusterCheck {
    private static final int RANKS = 96;
    private static final int NODES = 4000;
    private static final String GUIDE_COMMAND = "treeline --engine spark://head:7077 ";

    @TempDir static Path folder;
    private static Path run;
    private static Path runs;
    private static Path jar;
    private static Cluster cluster;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        jar = Path.of(System.getProperty("treeline.spark.jar"));
        run = folder.resolve("run.tldb");
        write(run, RANKS, NODES, 1);
        runs = Files.createDirectory(folder.resolve("runs"));
        for (int i = 0; i < 40; i++) write(runs.resolve("run-%d.tldb".formatted(i)), 2, 30, i);
        cluster = Cluster.start(Path.of(System.getProperty("treeline.spark.home")), folder, 2);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) cluster.close();
    }

    /// A run whose rank 7 works longer than the others.
    private static void write(Path file, int ranks, int nodes, long seed) throws IOException {
        var random = new Random(seed);
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int node = 0; node < nodes; node++) {
            int solve = builder.child(main, Frame.function("solve" + node % 50));
            int kernel = builder.child(solve, Frame.function("kernel" + node));
            for (int rank = 0; rank < ranks; rank++)
                builder.add(
                        time,
                        builder.context(Context.ofRank(rank)),
                        kernel,
                        (rank == 7 ? 2 : 1) * (1 + random.nextDouble()));
        }
        new DatabaseExporter().export(builder.build(), file);
    }

    /// What a command prints without a cluster.
    private static String alone(String... words) throws IOException, InterruptedException {
        return printed("alone", words);
    }

    private static String onCluster(String... words) throws IOException, InterruptedException {
        String[] all = new String[words.length + 2];
        all[0] = "--engine";
        all[1] = cluster.address();
        System.arraycopy(words, 0, all, 2, words.length);
        return printed("cluster", all).replaceAll("note: the run is read on .*\n+", "");
    }

    private static String printed(String log, String... words)
            throws IOException, InterruptedException {
        return finished(started(log, words), log);
    }

    private static Process started(String log, String... words) throws IOException {
        String[] all = new String[words.length + 1];
        all[0] = "treeline.app.Main";
        System.arraycopy(words, 0, all, 1, words.length);
        return cluster.launched(log, List.of(jar), all);
    }

    private static String finished(Process process, String log)
            throws IOException, InterruptedException {
        if (!process.waitFor(2 * Patience.SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
        assertThat(process.waitFor()).as(cluster.err(log)).isZero();
        return cluster.out(log);
    }

    @Test
    @Order(1)
    void aCommandAsksTheCluster() throws IOException, InterruptedException {
        answersAsAlone("tree", run.toString(), "--only", "compute", "--prune", "1%");
    }

    /// The guide's addresses and files are those of its reader; here they are ours.
    @Test
    @Order(2)
    void theCommandsOfTheGuideAnswerAsAlone() throws IOException, InterruptedException {
        List<String> commands =
                Files.readAllLines(Path.of("..", "docs", "how-to", "use-a-cluster.md")).stream()
                        .filter(line -> line.startsWith(GUIDE_COMMAND))
                        .toList();
        assertThat(commands).hasSizeGreaterThan(2);
        for (String command : commands)
            answersAsAlone(
                    command.substring(GUIDE_COMMAND.length())
                            .replaceAll(
                                    "/scratch/(run-65536.tldb|hpctoolkit-lammps)", run.toString())
                            .replace("'/scratch/nightly/*.cali'", runs.toString())
                            .split(" "));
    }

    private static void answersAsAlone(String... words) throws IOException, InterruptedException {
        assertThat(onCluster(words))
                .as(String.join(" ", words))
                .isEqualTo(alone(words))
                .contains("solve");
    }

    @Test
    @Order(3)
    void aProgramIsSubmitted() throws IOException, InterruptedException {
        Process submitted =
                cluster.launched(
                        "submitted",
                        List.of(),
                        "org.apache.spark.deploy.SparkSubmit",
                        "--master",
                        cluster.address(),
                        "--executor-memory",
                        "512m",
                        "--class",
                        "treeline.app.Main",
                        jar.toString(),
                        "imbalance",
                        run.toString(),
                        "--verbose",
                        "--engine",
                        "spark");
        assertThat(
                        finished(submitted, "submitted")
                                .replaceAll("note: the run is read on .*\n+", ""))
                .isEqualTo(alone("imbalance", run.toString(), "--verbose"));
    }

    @Test
    @Order(4)
    void sqlReadsARecordingAsATable() throws IOException {
        try (SparkSession spark =
                SparkSession.builder()
                        .config(
                                new SparkConf()
                                        .setMaster(cluster.address())
                                        .setAppName("sql")
                                        .set("spark.ui.enabled", "false")
                                        .set("spark.driver.host", "127.0.0.1")
                                        .set("spark.driver.bindAddress", "127.0.0.1")
                                        .set("spark.executor.memory", "512m")
                                        .set("spark.executor.extraJavaOptions", Cluster.SHORT_LIVED)
                                        .set("spark.jars", jar.toString()))
                        .getOrCreate()) {
            spark.sql(
                    "CREATE TEMPORARY VIEW run USING treeline OPTIONS (path '%s')".formatted(run));
            var slowest =
                    spark.sql(
                                    "SELECT rank, sum(value) AS time FROM run WHERE metric = 'time'"
                                            + " GROUP BY rank ORDER BY time DESC")
                            .collectAsList();
            assertThat(slowest).hasSize(RANKS);
            assertThat(slowest.getFirst().getInt(0)).isEqualTo(7);
        }
    }

    @Test
    @Order(5)
    void aLostMachineChangesNothing() throws IOException, InterruptedException {
        String[] words = {"imbalance", run.toString(), "--csv"};
        Process asking =
                started("lost", "--engine", cluster.address(), words[0], words[1], "--csv");
        cluster.awaitTaskOn(1);
        cluster.kill(1);
        assertThat(finished(asking, "lost")).isEqualTo(alone(words));
    }

    @Test
    @Order(6)
    void whatIsNotDistributedSaysSo() throws IOException, InterruptedException {
        Process asking =
                started(
                        "refused",
                        "--engine",
                        cluster.address(),
                        "report",
                        run.toString(),
                        "--of",
                        "max");
        assertThat(asking.waitFor()).isNotZero();
        assertThat(cluster.err("refused")).contains("omit --engine");
    }
}
