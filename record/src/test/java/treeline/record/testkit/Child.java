package treeline.record.testkit;

import treeline.testkit.Patience;
import treeline.testkit.failure.Evidence;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program of the test class path in a JVM of its own.
public final class Child {
    private final Process process;
    private final BufferedReader reader;
    private final Path err;
    private final StringBuilder out = new StringBuilder();

    /// How it ended.
    public record Ended(int code, String out, String err) {}

    private Child(Process process, Path err) {
        this.process = process;
        this.reader = process.inputReader();
        this.err = err;
    }

    public static Child start(Class<?> main, String... arguments) throws IOException {
        Path err = Files.createTempFile("child", ".err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(Arrays.asList(arguments));
        var builder = new ProcessBuilder(command);
        builder.redirectError(err.toFile());
        return new Child(builder.start(), err);
    }

    public static Ended run(Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        return start(main, arguments).ended();
    }

    /// Waits until it has printed a line.
    public void awaitLine(String line) throws IOException {
        String next;
        do {
            next = reader.readLine();
            if (next == null) throw new IllegalStateException(Files.readString(err));
            out.append(next).append(System.lineSeparator());
        } while (!next.equals(line));
    }

    /// Ends its input, which a program can wait for.
    public void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /// Sends SIGTERM and waits for the end. A handle leaves the output open, a `Process` closes it.
    public Ended terminated() throws IOException, InterruptedException {
        process.toHandle().destroy();
        return ended();
    }

    /// As by `kill -9`.
    public Ended killed() throws IOException, InterruptedException {
        process.toHandle().destroyForcibly();
        return ended();
    }

    public Ended ended() throws IOException, InterruptedException {
        try {
            if (!process.waitFor(Patience.SECONDS, TimeUnit.SECONDS))
                throw new IllegalStateException(
                        "no end after %d s: %s".formatted(Patience.SECONDS, Files.readString(err)));
            out.append(reader.readAllAsString());
            Evidence.text("child.out", out.toString());
            Evidence.text("child.err", Files.readString(err));
            return new Ended(process.exitValue(), out.toString(), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(err);
        }
    }
}
