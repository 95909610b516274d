package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Jvm;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Hostile names and file names on a real pseudo-terminal, which Python's `pty` provides.
@Timeout(Patience.TEST_SECONDS)
class TerminalTest {
    private static final String SPAWN =
            "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

    private static final Pattern COLOUR = Pattern.compile("\033\\[[0-9;]+m");

    /// A progress line that is drawn over: slow machines show it.
    private static final Pattern PROGRESS = Pattern.compile("\r\033\\[K\\P{Cc}*(?=\r\033\\[K)");

    private static final Pattern CONTROL =
            Pattern.compile("[\\p{Cc}\u202a-\u202e\u2066-\u2069&&[^\n\t]]");

    /// Clears the screen and sets the title, as C0 and as C1 controls, and turns the direction.
    private static final String ATTACK = "\033[2J\033]0;pwned\007\u009b2J\u202e";

    private static final String VISIBLE = "\\u{1b}[2J\\u{1b}]0;pwned\\u{7}\\u{9b}2J\\u{202e}";

    @TempDir Path folder;

    private record Ended(int exitCode, String out) {}

    private Ended onTerminal(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", SPAWN));
        command.addAll(java(words));
        return ended(command);
    }

    private static List<String> java(String... words) {
        List<String> command =
                Jvm.withClasses("-Dtreeline.terminals=out,err", "-Dtreeline.columns=400");
        command.add("treeline.app.Main");
        command.addAll(List.of(words));
        return command;
    }

    private Ended ended(List<String> command) throws IOException, InterruptedException {
        assumeTrue(hasPython(), "needs python3 with its module pty");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("TERM", "xterm");
        builder.environment().remove("NO_COLOR");
        Process process = builder.directory(folder.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        String overdrawn = PROGRESS.matcher(out.replace("\r\n", "\n")).replaceAll("");
        return new Ended(process.waitFor(), overdrawn.replace("\r\033[K", ""));
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import pty").start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    private static void assertNoControls(String out) {
        assertThat(CONTROL.matcher(out).find()).as(out.replace("\033", "ESC")).isFalse();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void writeRun() throws IOException {
        write("run.csv", "path,time (exc) [s]\nmain,1\nmain/%s,2\n\n".formatted(ATTACK));
    }

    @Test
    void aRefusedFileCannotControlTheTerminal() throws Exception {
        write("esc.csv", "path,kind,time (exc) [s]\nmain,%sfunction,1\n".formatted(ATTACK));
        Ended ended = onTerminal("tree", "esc.csv");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out())
                .startsWith(
                        "\033[1;31mtreeline:\033[0m esc.csv line 2: expected a kind of frame, found"
                                + " '%sfunction'\n".formatted(VISIBLE));
        assertNoControls(COLOUR.matcher(ended.out()).replaceAll(""));
    }

    @Test
    void aFileNameCannotControlTheTerminal() throws Exception {
        String name = "a%s\nb.csv".formatted(ATTACK);
        write(name, "path,kind,time (exc) [s]\nmain,x,1\n");
        Ended refused = onTerminal("info", name);
        assertThat(refused.out()).startsWith("treeline: a%s\\nb.csv line 2: ".formatted(VISIBLE));
        assertNoControls(refused.out());
        Ended missing = onTerminal("tree", name.substring(1), "--debug");
        assertThat(missing.out()).contains("did you mean 'a%s\\nb.csv'?\n".formatted(VISIBLE));
        assertNoControls(COLOUR.matcher(missing.out()).replaceAll(""));
    }

    @Test
    void namesCannotControlTheTerminalAndColoursWork() throws Exception {
        writeRun();
        Ended tree = onTerminal("tree", "run.csv");
        assertThat(tree.exitCode()).isZero();
        assertThat(tree.out()).contains(VISIBLE, "\033[");
        assertNoControls(COLOUR.matcher(tree.out()).replaceAll(""));
    }

    @Test
    void dataIsVisibleOnATerminalAndExactInAPipe() throws Exception {
        writeRun();
        for (String form : List.of("--csv", "--json")) {
            Ended shown = onTerminal("flat", "run.csv", form);
            assertThat(shown.exitCode()).isZero();
            assertNoControls(shown.out());
        }
        Ended converted = onTerminal("convert", "run.csv", "-", "--to", "csv");
        assertThat(converted.out()).contains("main/%s,2\n".formatted(VISIBLE));
        assertNoControls(converted.out());
        List<String> piped = java("flat", "run.csv", "--csv");
        piped.remove("-Dtreeline.terminals=out,err");
        assertThat(ended(piped).out()).contains("\n%s,2.0,".formatted(ATTACK));
    }
}
