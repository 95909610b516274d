package treeline.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.terminal.Console;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Screen;
import treeline.source.files.MalformedProfileException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;

class CommandLineTest {
    private static final Parameter<Integer> DEPTH =
            Parameter.of("depth", ParameterType.whole("N", 1, 9), "levels to show").letter('d');

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Command.Action action, String... words) {
        return run(action, out, new Screen(false, 60, false, true), words);
    }

    private int run(Command.Action action, OutputStream to, Screen screen, String... words) {
        Command command =
                new Command(
                                "show",
                                "show what there is",
                                List.of(Operand.maybe(ParameterType.file("PATH"), "what to show")),
                                List.of(
                                        DEPTH,
                                        Parameter.flag(
                                                "json",
                                                "print something that is so long that it has to be"
                                                        + " wrapped to the next line")),
                                action)
                        .example("prog show x", "shows x");
        var console =
                new Console(
                        Console.stream(to, 16), Console.stream(err, 16), screen, screen.terminal());
        return new CommandLine("prog", () -> "1.0", "prog: does it", List.of(command))
                .run(List.of(words), console);
    }

    @Test
    void optionsMayStandBeforeTheCommand() {
        Command.Action nothing = (_, _) -> ExitCode.SUCCESS;
        for (String[] words :
                List.of(
                        new String[] {"--depth", "3", "show", "x"},
                        new String[] {"--depth=3", "show", "x"},
                        new String[] {"--no-color", "--depth", "3", "show", "x"})) {
            int code =
                    run(
                            (arguments, _) -> {
                                assertThat(arguments.value(DEPTH)).contains(3);
                                return ExitCode.SUCCESS;
                            },
                            words);
            assertThat(code).as(String.join(" ", words)).isZero();
        }
        assertThat(run(nothing, "--depth", "3", "hide")).isNotZero();
        assertThat(run(nothing, "--nothing", "show")).isNotZero();
        assertThat(run(nothing, "--depth", "3")).isNotZero();
    }

    private void assertFails(Throwable failure, int exitCode, String message) {
        err.reset();
        int code =
                run(
                        (_, _) -> {
                            switch (failure) {
                                case IOException io -> throw io;
                                case RuntimeException wrong -> throw wrong;
                                case Error error -> throw error;
                                default -> throw new AssertionError(failure);
                            }
                        },
                        "show");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(message);
        assertThat(code).isEqualTo(exitCode);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static int succeed(Arguments arguments, Console console) {
        console.out().println("width " + console.screen().width());
        return ExitCode.SUCCESS;
    }

    @Test
    void theHelpOfTheProgramListsItsCommands() {
        for (String word : new String[] {"help", "--help", "-h"}) {
            out.reset();
            assertThat(run(CommandLineTest::succeed, word)).isZero();
            assertThat(out())
                    .isEqualTo(
                            """
                            prog: does it

                            usage: prog COMMAND [ARGUMENTS] [OPTIONS]

                            commands:
                              show        show what there is
                              completion  write the completion script of a shell
                              help        explain a command, or find the command for a
                                          task

                            options of every command:
                              -h, --help      show this help
                                  --no-color  no colours (also: NO_COLOR in the
                                              environment)
                                  --ascii     draw with ASCII characters only
                                  --width N   line width in columns (default: the
                                              terminal width)
                                  --debug     print a stack trace with each error

                            'prog help COMMAND' explains a command; \
                            'prog help WORDS' finds the command for a task;
                            'prog --version' prints the version.
                            """);
        }
    }

    @Test
    void noWordsAtAllShowTheHelp() {
        assertThat(run(CommandLineTest::succeed)).isZero();
        assertThat(out()).startsWith("prog: does it");
    }

    @Test
    void theHelpOfACommandEndsInExamples() {
        for (String line : new String[] {"help show", "show --help", "show -h", "--help show"}) {
            out.reset();
            assertThat(run(CommandLineTest::succeed, line.split(" "))).isZero();
            assertThat(out())
                    .startsWith(
                            """
                            show what there is

                            usage: prog show [PATH] [OPTIONS]

                            arguments:
                              PATH  what to show

                            options:
                              -d, --depth N  levels to show
                                  --json     print something that is so long that it has
                                             to be wrapped to the next line

                            options of every command:
                            """)
                    .endsWith(
                            """

                            examples:
                              prog show x
                                  shows x
                            """);
        }
    }

    @Test
    void aLongOptionHasALineOfItsOwn() {
        Command command =
                new Command(
                        "show",
                        "",
                        List.of(),
                        List.of(
                                Parameter.flag("json", "for programs"),
                                Parameter.of(
                                        "kind",
                                        ParameterType.text("one|of|several|choices|that|are|long"),
                                        "which")),
                        (_, _) -> 0);
        assertThat(Help.of("prog", command, new Screen(false, 60, false, true)))
                .contains(
                        """
                        options:
                              --json  for programs
                              --kind one|of|several|choices|that|are|long
                                      which
                        """);
    }

    @Test
    void theVersionIsOneLine() {
        assertThat(run(CommandLineTest::succeed, "--version")).isZero();
        assertThat(out()).isEqualTo("prog 1.0\n");
    }

    @Test
    void commonOptionsChangeTheScreen() {
        run(CommandLineTest::succeed, "show", "--width", "44");
        assertThat(out()).isEqualTo("width 44\n");
        out.reset();
        run(
                (_, console) -> {
                    console.out().print(console.screen());
                    return 0;
                },
                out,
                new Screen(true, 80, true, true),
                "show",
                "--no-color",
                "--ascii");
        assertThat(out()).isEqualTo(new Screen(true, 80, false, false).toString());
    }

    @Test
    void wrongUsageIsOneLineAndAHint() {
        assertThat(run(CommandLineTest::succeed, "shwo")).isEqualTo(2);
        assertThat(err())
                .isEqualTo("prog: no command 'shwo'; did you mean 'show'?\n  see 'prog help'\n");
        err.reset();
        assertThat(run(CommandLineTest::succeed, "--shout")).isEqualTo(2);
        assertThat(err()).isEqualTo("prog: no option '--shout'\n  see 'prog help'\n");
        err.reset();
        assertThat(run(CommandLineTest::succeed, "show", "--dept", "1")).isEqualTo(2);
        assertThat(err())
                .isEqualTo(
                        """
                        prog: no option '--dept'; did you mean '--depth'?
                          see 'prog show --help'
                        """);
        err.reset();
        assertThat(run(CommandLineTest::succeed, "help", "sow")).isEqualTo(2);
        assertThat(err()).startsWith("prog: no command 'sow'; did you mean 'show'?");
    }

    @Test
    void badInputEndsWithTwo() {
        assertFails(
                MalformedProfileException.of("x.csv", "a profile", "an empty file"),
                2,
                """
                prog: x.csv: expected a profile, found an empty file
                  'treeline formats' lists the supported formats
                """);
        assertFails(
                MalformedProfileException.of("x.csv", "more rows", "the end of the file"),
                2,
                """
                prog: x.csv: expected more rows, found the end of the file
                  is the file complete? 'treeline formats' lists the supported formats
                """);
        assertFails(
                MalformedProfileException.of("runs", "one run", "2: a, b"),
                2,
                """
                prog: runs: expected one run, found 2: a, b
                  see 'treeline ensemble --help'
                """);
        assertFails(
                new NoSuchFileException("/no-such-folder/x.csv", null, "no such file"),
                2,
                "prog: /no-such-folder/x.csv: no such file\n  see 'prog show --help'\n");
        assertFails(
                new NoSuchFileException("/no-such-folder/x.csv"),
                2,
                "prog: /no-such-folder/x.csv: no such file\n  see 'prog show --help'\n");
        assertFails(
                new IllegalArgumentException("no metric 'x'; available: [time]"),
                2,
                "prog: no metric 'x'; available: [time]\n  see 'prog show --help'\n");
    }

    @Test
    void otherFailuresEndWithOne() {
        assertFails(new IOException("disk on fire"), 1, "prog: disk on fire\n");
        assertFails(
                new java.io.UncheckedIOException(new IOException("No space left on device")),
                1,
                "prog: No space left on device\n");
        assertFails(new AccessDeniedException("x.csv"), 1, "prog: x.csv: permission denied\n");
        assertFails(new FileAlreadyExistsException("x.csv"), 1, "prog: x.csv: already exists\n");
        assertFails(
                new IllegalStateException("oops"),
                1,
                """
                prog: internal error: java.lang.IllegalStateException: oops
                  run the command again with --debug and report the output
                """);
        assertFails(
                new OutOfMemoryError("heap"),
                1,
                """
                prog: not enough memory
                  give Java more, for example: TREELINE_OPTS=-Xmx16g
                """);
    }

    @Test
    void theStackIsShownOnlyForDebugging() {
        Command.Action failing =
                (_, _) -> {
                    throw new IllegalStateException("oops");
                };
        run(failing, "show");
        assertThat(err()).doesNotContain("at treeline");
        run(failing, "show", "--debug");
        assertThat(err()).contains("java.lang.IllegalStateException: oops\n\tat treeline");
    }

    @Test
    void aReaderThatGoesAwayEndsTheCommandSilently() {
        OutputStream closed =
                new OutputStream() {
                    @Override
                    public void write(int oneByte) throws IOException {
                        throw new IOException("Broken pipe");
                    }
                };
        int code =
                run(
                        (_, console) -> {
                            for (int i = 0; i < 1000; i++) console.out().println("line " + i);
                            throw new AssertionError("wrote to a closed pipe");
                        },
                        closed,
                        new Screen(false, 80, false, true),
                        "show");
        assertThat(code).isEqualTo(141);
        assertThat(err()).isEmpty();
    }

    @Test
    void failuresHaveNoColourIfNoneIsWanted() {
        Screen coloured = new Screen(true, 80, true, true);
        run(CommandLineTest::succeed, out, coloured, "show", "--depht", "3");
        assertThat(err()).startsWith("\033[1;31mprog:\033[0m ");
        err.reset();
        run(CommandLineTest::succeed, out, coloured, "show", "--depht", "3", "--no-color");
        assertThat(err()).startsWith("prog: ");
    }

    @Test
    void aFullDiskIsTold() {
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int oneByte) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        int code = run(CommandLineTest::succeed, full, new Screen(false, 80, false, true), "show");
        assertThat(code).isEqualTo(1);
        assertThat(err()).isEqualTo("prog: No space left on device\n");
    }

    @Test
    void aMissingFileIsToldWithOneOfNearlyItsName() {
        assertFails(
                new NoSuchFileException("pom.xlm", null, "no such file"),
                2,
                """
                prog: pom.xlm: no such file; did you mean 'pom.xml'?
                  see 'prog show --help'
                """);
    }

    @Test
    void aFileThatChangesWhileItIsReadIsToldAsThat() {
        assertFails(
                new java.io.UncheckedIOException(
                        new treeline.source.files.FileChangedException("run.tldb")),
                1,
                """
                prog: run.tldb changed while it was read
                  read it again when it is complete
                """);
        assertFails(
                new InternalError("a fault occurred in an unsafe memory access operation"),
                1,
                """
                prog: a file changed while it was read
                  read it again when it is complete
                """);
    }
}
