package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import treeline.app.Session;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The folder that `treeline demo` writes, and nothing else. Made once per test JVM.
final class GuideFolder {
    private static final GuideFolder SHARED = made();

    private final SnippetShell shell;

    private GuideFolder(SnippetShell shell) {
        this.shell = shell;
    }

    static GuideFolder shared() {
        return SHARED;
    }

    private static GuideFolder made() {
        try {
            Path temporary = Files.createTempDirectory("treeline-guide");
            Path folder = temporary.resolve("treeline-demo");
            Session.Answer answer =
                    new Session(Formats.all(), Session.PLAIN).run("demo", folder.toString());
            assertThat(answer.exitCode()).as(answer.err()).isZero();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(temporary)));
            return new GuideFolder(SnippetShell.in(folder));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(file);
        } catch (IOException ofTheSystem) {
            // temporary files are deleted by the system too
        }
    }

    Path path() {
        return shell.folder();
    }

    /// Runs a script in the folder.
    Session.Answer script(String text) throws IOException, InterruptedException {
        return shell.run(text);
    }

    /// Runs one command of `treeline` in the folder.
    Session.Answer run(String... words) throws IOException, InterruptedException {
        return script(
                Stream.of(words)
                        .map(each -> "'" + each.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" ", "treeline ", "\n")));
    }
}
