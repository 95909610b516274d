package treeline.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class CompletionTest {
    @TempDir Path folder;

    private Path script(String shell) throws IOException {
        Session.Answer answer = Session.plain().run("completion", shell);
        assertThat(answer.exitCode()).isZero();
        return Files.writeString(folder.resolve("completion." + shell), answer.out());
    }

    private static String output(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    private static void requireShell(String shell) {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, shell))),
                "needs " + shell);
    }

    /// What bash proposes for the last of some words.
    private List<String> proposed(String... words) throws IOException, InterruptedException {
        requireShell("bash");
        String quoted = "'" + String.join("' '", words) + "'";
        String typed =
                """
                source '%s'
                COMP_WORDS=(%s)
                COMP_CWORD=%d
                compopt() { echo "files"; }
                _treeline
                printf '%%s\\n' "${COMPREPLY[@]}"
                """
                        .formatted(script("bash"), quoted, words.length - 1);
        return output("bash", "--norc", "-c", typed)
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Test
    void bashAcceptsTheScript() throws Exception {
        requireShell("bash");
        output("bash", "-n", script("bash").toString());
        assertThat(
                        output(
                                "bash",
                                "--norc",
                                "-c",
                                "source %s; complete -p treeline".formatted(script("bash"))))
                .isEqualTo("complete -F _treeline treeline\n");
    }

    @Test
    void bashProposesCommands() throws Exception {
        assertThat(proposed("treeline", "")).contains("info", "tree", "convert", "--version");
        assertThat(proposed("treeline", "co"))
                .containsExactly("communication", "correlate", "compare", "convert", "completion");
    }

    @Test
    void bashProposesOptionsAndTheirValues() throws Exception {
        assertThat(proposed("treeline", "tree", "x", "--re")).containsExactly("--repetition");
        assertThat(proposed("treeline", "tree", "--of", "m")).containsExactly("mean", "min", "max");
        assertThat(proposed("treeline", "tree", "--of", "=", "s")).containsExactly("sum");
        assertThat(proposed("treeline", "tree", "--of", "=")).hasSize(4);
        assertThat(proposed("treeline", "info", "--format", ""))
                .containsExactly("drawn", "database");
        assertThat(proposed("treeline", "tree", "--depth", "")).isEmpty();
    }

    @Test
    void bashProposesFilesAndTheWordsOfParameters() throws Exception {
        assertThat(proposed("treeline", "tree", "")).containsExactly("files");
        assertThat(proposed("treeline", "completion", "")).containsExactly("bash", "zsh", "fish");
        assertThat(proposed("treeline", "help", "inf")).containsExactly("info");
    }

    @Test
    void bashProposesTheMembersOfAGroup() throws Exception {
        assertThat(proposed("treeline", "ensemble", "s")).contains("stats", "speedup");
        assertThat(proposed("treeline", "ensemble", "")).contains("info", "pivot", "--help");
        assertThat(proposed("treeline", "ensemble", "cluster", "--pc")).containsExactly("--pca");
        assertThat(proposed("treeline", "ensemble", "info", "--pc")).isEmpty();
        assertThat(proposed("treeline", "ensemble", "cluster", "x", "--rows", "n"))
                .containsExactly("nodes");
        assertThat(proposed("treeline", "ensemble", "stats", "")).containsExactly("files");
    }

    @Test
    void zshAcceptsTheScript() throws Exception {
        requireShell("zsh");
        output("zsh", "-n", script("zsh").toString());
    }

    @Test
    void fishProposesWhatFits() throws Exception {
        requireShell("fish");
        String typed = "source %s; complete -C 'treeline tree --of m'".formatted(script("fish"));
        assertThat(output("fish", "--no-config", "-c", typed)).contains("mean", "min", "max");
    }

    private List<String> fish(String line) throws IOException, InterruptedException {
        String typed = "source %s; complete -C '%s'".formatted(script("fish"), line);
        return output("fish", "--no-config", "-c", typed)
                .lines()
                .map(each -> each.replaceFirst("\t.*", ""))
                .toList();
    }

    @Test
    void fishKnowsTheMembersOfAGroupByTheirPlace() throws Exception {
        requireShell("fish");
        assertThat(fish("treeline ensemble sp")).containsExactly("speedup");
        assertThat(fish("treeline ensemble cluster --pc")).containsExactly("--pca");
        assertThat(fish("treeline ensemble info --pc")).isEmpty();
        assertThat(fish("treeline info --intersec")).isEmpty();
        assertThat(fish("treeline ensemble info --intersec")).containsExactly("--intersection");
    }

    @Test
    void zshKnowsTheMembersOfAGroup() throws Exception {
        requireShell("zsh");
        assertThat(Files.readString(script("zsh")))
                .contains("'speedup:show the speedup or efficiency of each node")
                .contains("        'ensemble speedup') _arguments -s");
    }

    @Test
    void everyCommandAndOptionIsInEveryScript() throws Exception {
        for (String shell : List.of("bash", "zsh", "fish"))
            assertThat(Files.readString(script(shell)))
                    .contains("info", "convert", "threshold", "parts", "no-color", "help");
    }

    @Test
    void anotherShellIsRefused() {
        assertThat(Session.plain().run("completion", "tcsh").err())
                .startsWith(
                        "treeline: bash|zsh|fish: found 'tcsh', expected one of bash, zsh, fish");
    }
}
