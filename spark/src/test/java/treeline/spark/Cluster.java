package treeline.spark;

import org.apache.spark.launcher.JavaModuleOptions;

import treeline.testkit.FolderWatch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A standalone cluster of Apache Spark on the loopback device: a master and workers, every one a
/// process of its own. Closing it ends them and all that they started.
final class Cluster implements Closeable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern MASTER = Pattern.compile("spark://[\\d.]+:[1-9]\\d*(?=\\s)");
    private static final int SPARE_MEGABYTES = 188;
    static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    private final Path home;
    private final Path folder;
    private final Machine machine;
    private String address = "";
    private final List<Process> processes = new ArrayList<>();

    /// What a worker, and the one who asks, have each.
    ///
    /// @param pinned to cores of its own, as if they were different machines
    record Machine(int cores, int megabytes, boolean pinned) {
        /// Enough for tests.
        static final Machine SMALL = new Machine(1, 512, false);

        /// What starts a process on the cores of one machine.
        private List<String> prefix(int number) {
            if (!pinned) return List.of();
            int first = number * cores;
            return List.of("taskset", "-c", "%d-%d".formatted(first, first + cores - 1));
        }

        /// Processes of tests live for seconds, in which the optimising compiler does not pay.
        private List<String> shortLived() {
            if (pinned) return List.of();
            return List.of(
                    SHORT_LIVED,
                    "-Dspark.executor.extraJavaOptions=-XX:+UseSerialGC " + SHORT_LIVED);
        }
    }

    private Cluster(Path home, Path folder, Machine machine) throws IOException {
        this.home = home;
        this.folder = folder;
        this.machine = machine;
    }

    /// Starts it and waits until all workers are there.
    ///
    /// @param home with the jars of Spark in `jars`
    /// @param folder for logs and what executors write
    static Cluster start(Path home, Path folder, int workers)
            throws IOException, InterruptedException {
        return start(home, folder, workers, Machine.SMALL);
    }

    /// Starts one of such machines and waits until all workers are there.
    static Cluster start(Path home, Path folder, int workers, Machine machine)
            throws IOException, InterruptedException {
        var cluster = new Cluster(home, folder, machine);
        try {
            cluster.start(workers);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private void start(int workers) throws IOException, InterruptedException {
        processes.add(
                launched(
                        "master",
                        List.of(),
                        "org.apache.spark.deploy.master.Master",
                        "--host",
                        LOOPBACK,
                        "--port",
                        "0",
                        "--webui-port",
                        "0"));
        FolderWatch.untilBelow(folder, this::isAddressKnown);
        for (int worker = 0; worker < workers; worker++)
            processes.add(
                    launchedOn(
                            worker,
                            "worker-" + worker,
                            List.of(),
                            "org.apache.spark.deploy.worker.Worker",
                            "--host",
                            LOOPBACK,
                            "--cores",
                            String.valueOf(machine.cores),
                            "--memory",
                            (machine.megabytes + SPARE_MEGABYTES) + "M",
                            "--webui-port",
                            "0",
                            "--work-dir",
                            folder.resolve("work-" + worker).toString(),
                            address()));
        awaitWorkers(workers);
    }

    /// The master chooses a port and logs it.
    private boolean isAddressKnown() throws IOException {
        Matcher logged = MASTER.matcher(logOfMaster());
        if (!logged.find()) return false;
        address = logged.group();
        return true;
    }

    String address() {
        return address;
    }

    /// Starts a Java with the jars of Spark, and perhaps others before them.
    Process launched(String log, List<Path> jars, String... mainAndArguments) throws IOException {
        return launchedOn(0, log, jars, mainAndArguments);
    }

    private Process launchedOn(int number, String log, List<Path> jars, String... mainAndArguments)
            throws IOException {
        List<String> classPath = new ArrayList<>(jars.stream().map(Path::toString).toList());
        classPath.add(home.resolve("jars/*").toString());
        List<String> command = new ArrayList<>(machine.prefix(number));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
        command.addAll(List.of("-Xmx%dm".formatted(machine.megabytes), "-XX:+UseSerialGC"));
        command.addAll(machine.shortLived());
        command.add("-Dspark.driver.host=" + LOOPBACK);
        command.add("-Dspark.executor.memory=%dm".formatted(machine.megabytes));
        command.addAll(List.of("-cp", String.join(":", classPath)));
        command.addAll(List.of(mainAndArguments));
        var builder = new ProcessBuilder(command);
        builder.environment()
                .putAll(
                        Map.of(
                                "SPARK_HOME",
                                home.toString(),
                                "SPARK_LOCAL_IP",
                                LOOPBACK,
                                "SPARK_SCALA_VERSION",
                                "2.13",
                                "JAVA_HOME",
                                System.getProperty("java.home")));
        builder.redirectOutput(folder.resolve(log + ".out").toFile());
        builder.redirectError(folder.resolve(log + ".err").toFile());
        return builder.start();
    }

    String out(String log) throws IOException {
        return Files.readString(folder.resolve(log + ".out"));
    }

    String err(String log) throws IOException {
        return Files.readString(folder.resolve(log + ".err"));
    }

    /// Waits until an executor of a worker has something to do.
    void awaitTaskOn(int worker) throws IOException, InterruptedException {
        Path work = folder.resolve("work-" + worker);
        FolderWatch.untilBelow(folder, () -> isRunning(work));
    }

    private static boolean isRunning(Path work) throws IOException {
        if (!Files.isDirectory(work)) return false;
        try (var files = Files.walk(work)) {
            for (Path log : files.filter(file -> file.endsWith("stderr")).toList())
                if (Files.readString(log).contains("Running task")) return true;
        }
        return false;
    }

    /// Ends a worker and its executors at once, as a machine that loses its power.
    void kill(int worker) {
        Process process = processes.get(1 + worker);
        List<ProcessHandle> executors = process.descendants().toList();
        process.destroyForcibly();
        executors.forEach(ProcessHandle::destroyForcibly);
    }

    private void awaitWorkers(int count) throws IOException, InterruptedException {
        FolderWatch.untilBelow(folder, () -> registeredWorkers() == count);
    }

    /// By the log of the master.
    private int registeredWorkers() throws IOException {
        return logOfMaster().split("Registering worker ", -1).length - 1;
    }

    private String logOfMaster() throws IOException {
        for (Process process : processes)
            if (!process.isAlive())
                throw new IOException("ended early: " + process + err("master"));
        return err("master");
    }

    @Override
    public void close() {
        for (Process process : processes.reversed()) {
            List<ProcessHandle> executors = process.descendants().toList();
            process.destroy();
            try {
                if (!process.waitFor(10, TimeUnit.SECONDS)) process.destroyForcibly();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            executors.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
