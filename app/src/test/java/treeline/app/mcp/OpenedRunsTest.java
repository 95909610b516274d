package treeline.app.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.app.Session;
import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Which runs are open, what they are called, and that nothing else can be reached.
class OpenedRunsTest extends CommandTest {
    private static final String SECRET = "path rank0\nsecret 7\n";

    private Path run(String name, int value) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        return drawn(name, "path rank0\nmain 1\nmain/solve %d\n".formatted(value));
    }

    private static List<String> names(Assistant assistant) {
        return Assistant.rows(assistant.ask("runs", "{}")).stream()
                .map(row -> ((JsonValue.Fields) row).text("run").orElseThrow())
                .toList();
    }

    private static String open(String... paths) throws IOException {
        return String.join(",", names(Assistant.of(Session.plain().formats(), List.of(paths))));
    }

    @Test
    void namesAreTheEndsOfPathsThatTellThemApart() throws IOException {
        Path a = run("old/1/run.txt", 1);
        Path b = run("new/1/run.txt", 1);
        Path c = run("new/2/other.txt", 1);
        assertThat(names(Assistant.of(a, b, c)))
                .containsExactly("old/1/run.txt", "new/1/run.txt", "other.txt");
    }

    @Test
    void everyFileOfAFolderAndEveryMatchIsARunOnce() throws IOException {
        run("runs/a.txt", 1);
        run("runs/b.txt", 1);
        run("runs/deeper/c.txt", 1);
        String runs = folder.resolve("runs").toString();
        assertThat(open(runs)).isEqualTo("a.txt,b.txt,c.txt");
        assertThat(open(runs + "/*.txt")).isEqualTo("a.txt,b.txt");
        assertThat(open(runs + "/b.txt", runs, runs + "/./b.txt")).isEqualTo("b.txt,a.txt,c.txt");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "hdfs://host/run", "file:///etc/passwd", "https://host/run"})
    void onlyFilesOfThisMachineAreOpened(String path) {
        assertThatThrownBy(() -> open(path))
                .hasMessage(path + ": expected a local file, folder or pattern");
    }

    @Test
    void whatIsNotThereIsSaidAtTheStart() {
        assertThatThrownBy(() -> open(folder.resolve("no.txt").toString()))
                .isInstanceOf(NoSuchFileException.class);
    }

    /// Everything that is not a name of the list, whatever it would be as a path.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.txt",
                "open/../secret.txt",
                "a.txt/../../secret.txt",
                "/etc/passwd",
                "-",
                "",
                ".",
                "*.txt",
                "file:///etc/passwd",
                "archive:main",
                "--help",
                "--format=drawn",
                "a.txt#1",
                "0",
                "2",
                "99999999999999999999",
            })
    void noOtherNameIsARun(String name) throws IOException {
        drawn("secret.txt", SECRET);
        Assistant assistant = Assistant.of(run("open/a.txt", 1));
        String given = new JsonValue.Text(name).written();
        String message = "no run '%s' is open; open runs: a.txt".formatted(name);
        assertThat(assistant.refused("tree", "{\"run\":%s}".formatted(given))).isEqualTo(message);
        assertThat(
                        assistant.refused(
                                "diff", "{\"before\":\"a.txt\",\"after\":%s}".formatted(given)))
                .isEqualTo(message);
        if (name.contains("*")) return; // of several it is a pattern for names
        OpenedRuns opened = opened(folder.resolve("open"));
        assertThatThrownBy(() -> opened.runs(List.of(name))).hasMessage(message);
    }

    @Test
    void aStarStandsForLettersOfNamesNotOfPaths() throws Exception {
        OpenedRuns opened =
                OpenedRuns.of(
                        Session.plain().formats(),
                        Optional.empty(),
                        Stream.of(run("old/1.txt", 1), run("old/2.txt", 2), run("new/1.txt", 3))
                                .map(Path::toString)
                                .toList(),
                        _ -> {});
        run("old/3.txt", 9); // not opened
        assertThat(opened.runs(List.of("*/1.txt")))
                .extracting(OpenedRuns.Opened::name)
                .containsExactly("old/1.txt", "new/1.txt");
        assertThatThrownBy(() -> opened.runs(List.of("*3.txt")))
                .hasMessage("no open run matches '*3.txt'; open runs: old/1.txt, 2.txt, new/1.txt");
        assertThatThrownBy(() -> opened.runs(List.of("/*/secret.txt")))
                .hasMessageStartingWith("no open run matches");
    }

    /// The drawn runs of a folder.
    static OpenedRuns opened(Path folder) throws IOException {
        return OpenedRuns.of(
                Session.plain().formats(), Optional.empty(), List.of(folder.toString()), _ -> {});
    }

    @Test
    void aLinkThatTheUserNamesIsOpened() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), run("runs/a.txt", 5));
        assertThat(Assistant.of(link).ask("flat", "{}").written()).contains("\"solve\"");
    }

    @Test
    void aLinkThatLeadsOutOfAFolderIsLeftOut() throws IOException {
        Path secret = drawn("secret.txt", SECRET);
        Path inside = run("runs/a.txt", 1);
        Files.createSymbolicLink(folder.resolve("runs/out.txt"), secret);
        Files.createSymbolicLink(folder.resolve("runs/in.txt"), inside);
        Assistant assistant = Assistant.of(folder.resolve("runs"));
        assertThat(names(assistant)).containsExactly("a.txt");
        assertThat(assistant.warnings())
                .containsExactly(
                        "skipped: %s is a link out of its folder; name its target to open it"
                                .formatted(folder.resolve("runs/out.txt")));
    }

    @Test
    void aFolderOfLinksThatLeadOutHasNothingToOpen() throws IOException {
        Path secret = drawn("secret.txt", SECRET);
        Path runs = Files.createDirectory(folder.resolve("runs"));
        Files.createSymbolicLink(runs.resolve("out.txt"), secret);
        assertThatThrownBy(() -> Assistant.of(runs)).hasMessage("no run to open");
    }

    @Test
    void aRunThatBecameALinkIsRefused() throws IOException {
        Path secret = drawn("secret.txt", SECRET);
        Path run = run("runs/a.txt", 1);
        Assistant assistant = Assistant.of(run);
        OpenedRuns opened = opened(run);
        Files.delete(run);
        Files.createSymbolicLink(run, secret);
        assertThat(assistant.refused("tree", "{}"))
                .isEqualTo(
                        "run 'a.txt' is now a link out of the opened folder; restart 'treeline mcp'"
                                + " to open it");
        assertThatThrownBy(() -> opened.runs(List.of("*")))
                .hasMessageStartingWith("run 'a.txt' is now a link out");
    }

    @Test
    void aFolderThatBecameALinkIsRefused() throws IOException {
        run("secrets/a.txt", 7);
        Assistant assistant = Assistant.of(run("runs/a.txt", 1));
        Files.delete(folder.resolve("runs/a.txt"));
        Files.delete(folder.resolve("runs"));
        Files.createSymbolicLink(folder.resolve("runs"), folder.resolve("secrets"));
        assertThat(assistant.refused("tree", "{}")).startsWith("run 'a.txt' is now a link out");
    }

    @Test
    void aRunThatChangesIsReadAgain() throws IOException {
        Assistant assistant = Assistant.of(run("a.txt", 5));
        assertThat(assistant.ask("flat", "{}").written()).contains("\"exclusive\":5,");
        run("a.txt", 8);
        assertThat(assistant.ask("flat", "{}").written()).contains("\"exclusive\":8,");
        Files.writeString(folder.resolve("a.txt"), "no profile");
        assertThat(assistant.refused("flat", "{}")).startsWith("a.txt: expected a profile");
        Files.delete(folder.resolve("a.txt"));
        assertThat(assistant.refused("flat", "{}")).isEqualTo("run 'a.txt' no longer exists");
        run("a.txt", 9);
        assertThat(assistant.ask("flat", "{}").written()).contains("\"exclusive\":9,");
    }

    /// A file of such a name is no pattern while it is there, and must not become one.
    @Test
    void aRunThatWentAwayIsNoPattern() throws IOException {
        Path run = run("a[bc].txt", 5);
        run("ab.txt", 7);
        Assistant assistant = Assistant.of(run);
        assertThat(assistant.ask("flat", "{}").written()).contains("\"exclusive\":5,");
        Files.delete(run);
        assertThat(assistant.refused("flat", "{}")).isEqualTo("run 'a[bc].txt' no longer exists");
    }

    @Test
    void errorsNameManyRunsInPart() throws IOException {
        for (int i = 0; i < 30; i++) run("runs/%02d.txt".formatted(i), i);
        Assistant assistant = Assistant.of(folder.resolve("runs"));
        assertThat(assistant.refused("tree", "{}"))
                .endsWith("18.txt, 19.txt and 10 more, see the tool runs");
    }

    @Test
    void callPathsThatLookLikeRunsStayAsTheyAre() throws IOException {
        Path run = drawn("a.txt", "path rank0\nmain 1\n");
        OpenedRuns runs =
                OpenedRuns.of(
                        Session.plain().formats(),
                        java.util.Optional.empty(),
                        List.of(run.toString()),
                        _ -> {});
        String real = run.toRealPath().toString();
        assertThat(runs.withNames("x: " + real + ": no such file"))
                .isEqualTo("x: a.txt: no such file");
        assertThat(runs.withNames(real)).isEqualTo("a.txt");
        assertThat(runs.withNames("'" + real + "'")).isEqualTo("'a.txt'");
        assertThat(runs.withNames("main" + real)).isEqualTo("main" + real);
        assertThat(runs.withNames(real + "2")).isEqualTo(real + "2");
        assertThat(runs.withNames(real + ".bak")).isEqualTo(real + ".bak");
    }
}
