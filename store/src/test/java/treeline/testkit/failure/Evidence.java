package treeline.testkit.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// What helps to understand a failed test, besides its exception. Fixtures add to it whether or not
/// the test fails; [FailureFolder] writes it if the test fails and forgets it when the test ends.
public final class Evidence {
    /// Of the running class, its running method, and so on, the innermost last.
    private static Deque<List<Kept>> running = new ArrayDeque<>();

    private record Kept(Writer writer, Runnable end) {}

    /// Writes files into the folder of the failed test.
    @FunctionalInterface
    public interface Writer {
        void writeTo(Path folder) throws Exception;
    }

    private Evidence() {}

    /// Adds files that a writer makes if the test fails.
    ///
    /// @param end called when the test has ended, failed or not
    public static synchronized void keep(Writer writer, Runnable end) {
        if (running.isEmpty()) return;
        running.getLast().add(new Kept(writer, end));
    }

    public static void keep(Writer writer) {
        keep(writer, () -> {});
    }

    /// A text such as the output of a process. The second one of a name is `name-2`.
    public static void text(String name, String text) {
        keep(folder -> Files.writeString(unused(folder, name), text));
    }

    /// A path below a folder at which there is no file.
    public static Path unused(Path folder, String name) {
        Path path = folder.resolve(name);
        for (int i = 2; Files.exists(path); i++) path = folder.resolve(name + "-" + i);
        return path;
    }

    /// Starts without any, for a test that runs tests. The result resumes.
    static synchronized Runnable suspended() {
        Deque<List<Kept>> outer = running;
        running = new ArrayDeque<>();
        return () -> resume(outer);
    }

    private static synchronized void resume(Deque<List<Kept>> outer) {
        running = outer;
    }

    static synchronized void start() {
        running.addLast(new ArrayList<>());
    }

    static synchronized List<Writer> writers() {
        return running.stream().flatMap(List::stream).map(Kept::writer).toList();
    }

    static synchronized void end() {
        for (Kept each : running.removeLast())
            try {
                each.end().run();
            } catch (RuntimeException failed) {
                System.err.println("evidence of a test was not removed: " + failed);
            }
    }
}
