package treeline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.cli.CommandLine;
import treeline.app.commands.CommandKeywords;
import treeline.app.commands.Commands;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.question.screen.Screen;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Patience;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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

    /// What a command prints in this process, which is connected to a cluster only once.
    private static String printed(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        Screen screen = Console.ofProcess().screen();
        int exitCode =
                new CommandLine(
                                "treeline",
                                () -> "",
                                "",
                                Commands.all(Formats::all, "treeline"),
                                CommandKeywords.all())
                        .run(
                                List.of(words),
                                new Console(
                                        Console.stream(out, 64),
                                        Console.stream(err, 64),
                                        screen,
                                        false));
        assertThat(exitCode).as(err.toString(UTF_8)).isZero();
        return out.toString(UTF_8);
    }

    private static String[] onCluster(String... words) {
        return Stream.concat(Stream.of("--engine", cluster.address()), Stream.of(words))
                .toArray(String[]::new);
    }

    /// Without the note that only clusters have.
    private static String answer(String printed) {
        return printed.replaceAll("note: the run is read on .*\n+", "");
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

    /// Of the programs of this process, which share executors.
    private static void connect() {
        Map.of(
                        "spark.driver.host", "127.0.0.1",
                        "spark.driver.bindAddress", "127.0.0.1",
                        "spark.executor.memory", "512m",
                        "spark.executor.extraJavaOptions", Cluster.SHORT_LIVED,
                        "spark.jars", jar.toString())
                .forEach(System::setProperty);
    }

    /// The guide's addresses and files are those of its reader; here they are ours.
    @Test
    @Order(1)
    void theCommandsOfTheGuideAnswerAsAlone() throws IOException {
        List<String> commands =
                Files.readAllLines(Path.of("..", "docs", "how-to", "use-a-cluster.md")).stream()
                        .filter(line -> line.startsWith(GUIDE_COMMAND))
                        .toList();
        assertThat(commands).hasSizeGreaterThan(2);
        connect();
        for (String command : commands) {
            String[] words =
                    command.substring(GUIDE_COMMAND.length())
                            .replaceAll(
                                    "/scratch/(run-65536.tldb|hpctoolkit-lammps)", run.toString())
                            .replace("'/scratch/nightly/*.cali'", runs.toString())
                            .split(" ");
            assertThat(answer(printed(onCluster(words))))
                    .as(command)
                    .isEqualTo(printed(words))
                    .contains("solve");
        }
        for (String question :
                List.of("report", "report --of max", "flat --of max", "callers --of max")) {
            String[] words = (question + " " + run).split(" ");
            String more = " --engine " + cluster.address();
            assertThat(answer(printed(onCluster(words))).replace(more, ""))
                    .as(question)
                    .isEqualTo(printed(words));
        }
    }

    /// Ends the connection of this process: the executors of the next tests take its place.
    @Test
    @Order(2)
    void sqlReadsARecordingAsATable() throws IOException {
        try (SparkSession spark =
                SparkSession.builder().master(cluster.address()).appName("sql").getOrCreate()) {
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
    @Order(3)
    void aCommandAsksTheCluster() throws IOException, InterruptedException {
        String[] words = {"tree", run.toString(), "--only", "compute", "--prune", "1%"};
        String asked = finished(started("cluster", onCluster(words)), "cluster");
        assertThat(answer(asked)).isEqualTo(printed(words)).contains("solve");
    }

    @Test
    @Order(4)
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
        assertThat(answer(finished(submitted, "submitted")))
                .isEqualTo(printed("imbalance", run.toString(), "--verbose"));
    }

    @Test
    @Order(5)
    void aLostMachineChangesNothing() throws IOException, InterruptedException {
        String[] words = {"imbalance", run.toString(), "--csv"};
        Process asking = started("lost", onCluster(words));
        cluster.awaitTaskOn(1);
        cluster.kill(1);
        assertThat(finished(asking, "lost")).isEqualTo(printed(words));
    }
}
