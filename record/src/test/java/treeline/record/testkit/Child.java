package treeline.record.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program of the test class path in a JVM of its own.
public final class Child {
    private static final long PATIENCE_SECONDS = 100;

    private final Process process;
    private final Path out;
    private final Path err;

    /// How it ended.
    public record Ended(int code, String out, String err) {}

    private Child(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    public static Child start(Class<?> main, String... arguments) throws IOException {
        Path out = Files.createTempFile("child", ".out");
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
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        return new Child(builder.start(), out, err);
    }

    public static Ended run(Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        return start(main, arguments).ended();
    }

    /// Waits until it has printed a line.
    public void awaitLine(String line) throws IOException, InterruptedException {
        while (!Files.readAllLines(out).contains(line)) {
            if (!process.isAlive()) throw new IllegalStateException(Files.readString(err));
            Thread.sleep(10);
        }
    }

    /// Sends SIGTERM and waits for the end.
    public Ended terminated() throws IOException, InterruptedException {
        process.destroy();
        return ended();
    }

    /// As by `kill -9`.
    public Ended killed() throws IOException, InterruptedException {
        process.destroyForcibly();
        return ended();
    }

    public Ended ended() throws IOException, InterruptedException {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                throw new IllegalStateException(
                        "no end after %d s: %s".formatted(PATIENCE_SECONDS, Files.readString(err)));
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }
}
