package treeline.record.testkit;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import treeline.testkit.Patience;
import treeline.testkit.failure.Evidence;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Starts a program of the test class path as ranks of a real MPI, each a JVM of its own, kept
/// small.
public final class Mpirun {
    private static final List<String> SMALL_JVM =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xms8m",
                    "-Xmx64m",
                    "-Xss512k",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:CICompilerCount=1");

    private final List<String> launcher;
    private final Map<String, String> environment;
    private final List<String> jvmOptions = new ArrayList<>();
    private String moreClasses = "";

    /// How a run ended.
    ///
    /// @param output what all ranks printed, on both streams
    public record Ended(int code, String output) {}

    private Mpirun(List<String> launcher, Map<String, String> environment) {
        this.launcher = launcher;
        this.environment = environment;
    }

    /// The machine's Open MPI. Where there is none the test is skipped.
    public static Mpirun openMpi() {
        assumeTrue(isOnPath("mpirun"), "needs mpirun");
        return new Mpirun(
                List.of(
                        "mpirun",
                        "--allow-run-as-root",
                        "--oversubscribe",
                        "--bind-to",
                        "none",
                        "-n"),
                Map.of());
    }

    /// MPICH as `build/install-mpi.sh` unpacks it. Where there is none the test is skipped.
    public static Mpirun mpich() {
        String launcher = unpacked("mpiexec.hydra").toString();
        String libraries = mpichLibrary().getParent().toString();
        return new Mpirun(
                List.of(launcher, "-launcher", "fork", "-n"), Map.of("LD_LIBRARY_PATH", libraries));
    }

    public static Path mpichLibrary() {
        return unpacked("libmpich.so.12");
    }

    private static Path unpacked(String name) {
        Path root = Path.of("..", "target", "mpich").toAbsolutePath().normalize();
        assumeTrue(
                Files.isDirectory(root),
                "needs MPICH in target/mpich, where build/install-mpi.sh unpacks it");
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// No launcher: one process that MPI takes for a run of one rank.
    public static Mpirun none() {
        return new Mpirun(List.of(), Map.of());
    }

    public Mpirun with(String jvmOption) {
        jvmOptions.add(jvmOption);
        return this;
    }

    /// Puts classes of the program before those of the tests.
    public Mpirun withClasses(Path folder) {
        moreClasses = folder + File.pathSeparator;
        return this;
    }

    /// Runs and fails if a rank does.
    public String run(int ranks, Class<?> main, String... arguments) {
        return run(ranks, main.getName(), arguments);
    }

    public String run(int ranks, String main, String... arguments) {
        Ended ended = ended(ranks, main, arguments);
        if (ended.code != 0)
            fail("exit code %d of %d ranks of %s:%n%s", ended.code, ranks, main, ended.output);
        return ended.output;
    }

    /// Runs to the end, however that is.
    public Ended ended(int ranks, Class<?> main, String... arguments) {
        return ended(ranks, main.getName(), arguments);
    }

    public Ended ended(int ranks, String main, String... arguments) {
        try {
            Path output = Files.createTempFile("mpirun", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command(ranks, main, arguments));
            builder.environment().putAll(environment);
            Process process =
                    builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
            if (!process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return fail("no end after %d s:%n%s", Patience.SECONDS, Files.readString(output));
            }
            String printed = Files.readString(output);
            Files.delete(output);
            Evidence.text("mpirun.txt", printed);
            return new Ended(process.exitValue(), printed);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stop);
        }
    }

    private List<String> command(int ranks, String main, String... arguments) {
        List<String> command = new ArrayList<>(launcher);
        if (!launcher.isEmpty()) command.add(Integer.toString(ranks));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL_JVM);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", moreClasses + classPath(), main));
        command.addAll(Arrays.asList(arguments));
        return command;
    }

    /// The test runner hides the class path in the manifest of a jar and tells it by a property.
    private static String classPath() {
        return System.getProperty(
                "surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
