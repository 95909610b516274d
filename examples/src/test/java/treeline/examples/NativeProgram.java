package treeline.examples;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.jspecify.annotations.Nullable;

import treeline.model.Profile;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.Patience;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A C or C++ program, given as text or as a file, compiled with the native recorder and run in a
/// separate folder. If a compiler is missing, the test is skipped.
final class NativeProgram {
    static final Path NATIVE = Path.of("..", "native").toAbsolutePath().normalize();

    /// The recorder is compiled once per set of flags.
    private static final Map<List<String>, Path> LIBRARIES = new HashMap<>();

    private final Path folder;
    private final Path executable;
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> launcher = new ArrayList<>();

    /// 0 if there is no launcher.
    private int ranks;

    private @Nullable NativeProgram lastRank;

    /// The exit code and output of a run.
    record Ended(int code, String out, String err) {}

    private NativeProgram(Path folder, Path executable) {
        this.folder = folder;
        this.executable = executable;
    }

    /// @param body the source after the includes
    static NativeProgram c(Path folder, String body, String... flags) throws Exception {
        Path source = folder.resolve("program.c");
        Files.writeString(source, includes() + body);
        return compiled(folder, "gcc", source, flags);
    }

    static NativeProgram cpp(Path folder, String body, String... flags) throws Exception {
        Path source = folder.resolve("program.cpp");
        Files.writeString(source, includes() + body);
        return compiled(folder, "g++", source, flags);
    }

    private static String includes() {
        return """
        #define _GNU_SOURCE 1
        #include <pthread.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/resource.h>
        #include <sys/wait.h>
        #include <unistd.h>
        #include <treeline.h>
        """;
    }

    /// An MPI program: one of `native/examples`, or one that a test has written.
    static NativeProgram mpi(Path folder, Path source, String... flags) throws Exception {
        assumeTrue(isOnPath("mpirun"), "needs mpirun");
        NativeProgram program = compiled(folder, "mpicc", source, flags);
        program.launcher.addAll(List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "-n"));
        return program;
    }

    static NativeProgram mpi(Path folder, String body, String... flags) throws Exception {
        Path source = folder.resolve("program.c");
        Files.writeString(source, "#include <mpi.h>\n" + includes() + body);
        return mpi(folder, source, flags);
    }

    /// A program for `Open MPI` or `MPICH`.
    static NativeProgram mpi(String implementation, Path folder, String body) throws Exception {
        if (!implementation.equals("MPICH")) return mpi(folder, body);
        Path source = folder.resolve("program.c");
        Files.writeString(source, "#include <mpi.h>\n" + includes() + body);
        return mpich(folder, source);
    }

    /// An MPI program compiled with the MPICH that `build/install-mpi.sh` unpacks. If its headers
    /// are missing, the test is skipped.
    static NativeProgram mpich(Path folder, Path source) throws Exception {
        Path root = NATIVE.resolveSibling("target").resolve("mpich");
        assumeTrue(
                Files.isDirectory(root.resolve("usr/include")),
                "needs MPICH in target/mpich, where build/install-mpi.sh unpacks it");
        Path library = found(root, "libmpich.so.12");
        NativeProgram program =
                compiled(
                        folder,
                        "gcc",
                        source,
                        "-I" + found(root, "mpi.h").getParent(),
                        "-Wl,--no-as-needed,--allow-shlib-undefined",
                        library.toString());
        program.environment.put(
                "LD_LIBRARY_PATH", Objects.requireNonNull(library.getParent()).toString());
        program.launcher.addAll(
                List.of(found(root, "mpiexec.hydra").toString(), "-launcher", "fork", "-n"));
        return program;
    }

    /// A C program without the recorder, which may load a library that contains it.
    static NativeProgram plain(Path folder, Path source, String... flags) throws Exception {
        assumeTrue(isOnPath("gcc"), "needs gcc");
        Path executable = folder.resolve("program");
        List<String> command =
                new ArrayList<>(List.of("gcc", "-g", source.toString(), "-o", "" + executable));
        command.addAll(List.of(flags));
        requireSuccess(folder, command);
        return new NativeProgram(folder, executable);
    }

    private static Path found(Path root, String name) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
        }
    }

    private static NativeProgram compiled(
            Path folder, String compiler, Path source, String... flags) throws Exception {
        assumeTrue(isOnPath(compiler), "needs " + compiler);
        Path executable = folder.resolve("program");
        List<String> command = new ArrayList<>(List.of(compiler, "-g", "-Wall", "-Wextra"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-I", NATIVE.resolve("include").toString(), source.toString()));
        command.addAll(List.of(library(flags).toString(), "-o", executable.toString()));
        command.addAll(List.of("-lpthread", "-lm"));
        requireSuccess(folder, command);
        return new NativeProgram(folder, executable);
    }

    /// The recorder as a library, compiled with the warnings of its makefile.
    private static synchronized Path library(String... flags) throws Exception {
        List<String> key =
                Arrays.stream(flags).filter(flag -> flag.matches("-fsan.*|-DTL_.*")).toList();
        Path known = LIBRARIES.get(key);
        if (known != null) return known;
        assumeTrue(isOnPath("gcc"), "needs gcc");
        Path made = Files.createTempDirectory("treeline-native");
        build(made, "gcc", key);
        Path library = made.resolve("libtreeline.a");
        List<String> archive = new ArrayList<>(List.of("ar", "rcs", library.toString()));
        for (Path object : files(made, ".o")) archive.add(object.toString());
        requireSuccess(made, archive);
        LIBRARIES.put(key, library);
        return library;
    }

    /// The static library.
    static Path archive() throws Exception {
        return library();
    }

    /// The folder of `libtreeline.so` as the makefile builds it.
    static synchronized Path shared() throws Exception {
        List<String> key = List.of("libtreeline.so");
        Path known = LIBRARIES.get(key);
        if (known != null) return known;
        assumeTrue(isOnPath("make"), "needs make");
        Path made = Files.createTempDirectory("treeline-shared");
        List<String> copy = new ArrayList<>(List.of("cp", "-r"));
        for (String name : List.of("Makefile", "treeline.map", "include", "src"))
            copy.add(NATIVE.resolve(name).toString());
        copy.add(made.toString());
        requireSuccess(made, copy);
        requireSuccess(made, List.of("make", "-s", "target/libtreeline.so", "CFLAGS=-O1"));
        LIBRARIES.put(key, made.resolve("target"));
        return made.resolve("target");
    }

    /// Compiles all sources into a folder. Every warning is an error.
    static void build(Path into, String compiler, List<String> flags) throws Exception {
        assumeTrue(isOnPath(compiler), "needs " + compiler);
        List<String> command = new ArrayList<>(List.of(compiler, "-std=c99", "-g", "-fPIC"));
        command.addAll(
                List.of("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pedantic"));
        command.addAll(flags);
        command.addAll(List.of("-I", NATIVE.resolve("include").toString(), "-c"));
        for (Path source : files(NATIVE.resolve("src"), ".c")) command.add(source.toString());
        requireSuccess(into, command);
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (var all = Files.list(folder)) {
            return all.filter(path -> path.toString().endsWith(ending)).sorted().toList();
        }
    }

    NativeProgram with(String variable, String text) {
        environment.put(variable, text);
        return this;
    }

    NativeProgram without(String variable) {
        environment.remove(variable);
        return this;
    }

    NativeProgram onRanks(int count) {
        ranks = count;
        return this;
    }

    /// Runs another program as one more rank.
    NativeProgram and(NativeProgram other) {
        lastRank = other;
        return this;
    }

    Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (ranks > 0) {
            command.addAll(launcher);
            command.add(Integer.toString(ranks));
        }
        command.add(executable.toString());
        command.addAll(List.of(arguments));
        if (lastRank != null)
            command.addAll(List.of(":", "-n", "1", lastRank.executable.toString()));
        return start(folder, command, environment);
    }

    Ended run(String... arguments) throws Exception {
        return ended(start(arguments), folder);
    }

    /// Runs the program and fails if it fails.
    ///
    /// @return the standard error output
    String runs(String... arguments) throws Exception {
        Ended ended = run(arguments);
        if (ended.code != 0) fail("exit code %d:%n%s%s", ended.code, ended.out, ended.err);
        return ended.err;
    }

    Profile recording() throws IOException {
        return recording("out");
    }

    Profile recording(String name) throws IOException {
        Input input = Input.of(folder.resolve(name).toString());
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            return source.load(Slice.everything());
        }
    }

    private static Process start(Path folder, List<String> command, Map<String, String> environment)
            throws IOException {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeIf(key -> key.startsWith("TREELINE_RECORD_"));
        builder.environment().putAll(environment);
        builder.redirectOutput(folder.resolve("stdout.txt").toFile());
        builder.redirectError(folder.resolve("stderr.txt").toFile());
        return builder.start();
    }

    private static Ended ended(Process process, Path folder) throws Exception {
        if (!process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            fail("no end after %d s", Patience.SECONDS);
        }
        return new Ended(
                process.exitValue(),
                Files.readString(folder.resolve("stdout.txt")),
                Files.readString(folder.resolve("stderr.txt")));
    }

    static void requireSuccess(Path folder, List<String> command) throws Exception {
        Ended ended = ended(start(folder, command, Map.of()), folder);
        if (ended.code != 0) fail("%s%n%s", String.join(" ", command), ended.err);
    }

    static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
