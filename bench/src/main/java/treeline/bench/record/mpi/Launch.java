package treeline.bench.record.mpi;

import treeline.bench.JavaCommand;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Starts programs: of this class path, as ranks under `mpirun` or alone, and others.
final class Launch {
    /// The options that docs/how-to/record-mpi.md gives for many ranks on one machine.
    static final List<String> SMALL_JVM =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xms8m",
                    "-Xmx64m",
                    "-Xss512k",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:CICompilerCount=1",
                    "-XX:-UsePerfData");

    private static final List<String> MPIRUN =
            List.of("mpirun", "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n");

    /// What ranks load their classes from, once it was made.
    private static List<String> cache = List.of();

    private Launch() {}

    /// Makes the cache of loaded classes that docs/how-to/record-mpi.md advises, by a run of one
    /// rank; all ranks that are started later use it. Java makes none of a class path with folders
    /// in it.
    static void makeCache(Path folder) throws IOException, InterruptedException {
        Path file = folder.resolve("ranks.aot");
        List<String> options = new ArrayList<>(SMALL_JVM);
        options.add("-XX:AOTCacheOutput=" + file);
        String into = folder.resolve("training").toString();
        output(JavaCommand.of(options, OutputProgram.class, Mode.ITER.word(), into), Map.of());
        if (Files.exists(file)) cache = List.of("-XX:AOTCache=" + file);
    }

    static boolean hasCache() {
        return !cache.isEmpty();
    }

    static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /// Ranks as small as the guide advises, with the cache.
    static List<String> ranks(int ranks, Class<?> main, String... arguments) {
        List<String> options = new ArrayList<>(SMALL_JVM);
        options.addAll(cache);
        return ranks(ranks, options, main, arguments);
    }

    static List<String> ranks(int ranks, List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(MPIRUN);
        command.add(Integer.toString(ranks));
        command.addAll(JavaCommand.of(options, main, arguments));
        return command;
    }

    /// Starts a program whose output, of both streams, goes to a file.
    static Process start(List<String> command, Map<String, String> environment, Path output)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("MALLOC_ARENA_MAX", "1"); // as the guide advises for memory
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    /// What a program prints until it ends.
    ///
    /// @throws IOException if it fails
    static String output(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("treeline-bench", ".txt");
        try {
            int code = start(command, environment, output).waitFor();
            String printed = Files.readString(output, StandardCharsets.UTF_8);
            if (code != 0)
                throw new IOException(
                        "%s ended with code %d:%n%s"
                                .formatted(String.join(" ", command), code, printed));
            return printed;
        } finally {
            Files.delete(output);
        }
    }

    /// The numbers of the line that begins with a word: `pair 81.5 90` gives 81.5 and 90.
    static double[] numbers(String printed, String word) throws IOException {
        List<double[]> lines = lines(printed, word);
        if (lines.isEmpty())
            throw new IOException("expected a line '%s ...', found:%n%s".formatted(word, printed));
        return lines.getFirst();
    }

    /// The same of all lines that begin so.
    static List<double[]> lines(String printed, String word) {
        return printed.lines()
                .filter(line -> line.startsWith(word + " "))
                .map(line -> line.substring(word.length()).strip().split("\\s+"))
                .map(words -> Arrays.stream(words).mapToDouble(Double::parseDouble).toArray())
                .toList();
    }
}
