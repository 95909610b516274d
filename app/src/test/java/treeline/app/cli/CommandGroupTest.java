package treeline.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.terminal.Console;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Screen;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Commands that are several: `prog many show`.
class CommandGroupTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static final Command GROUP =
            Command.group(
                            "many",
                            "look at many",
                            List.of(
                                    member("many show", "show all"),
                                    member("many count", "count them all")))
                    .example("prog many show x", "shows x");

    private static Command member(String name, String summary) {
        return new Command(
                name,
                summary,
                List.of(Operand.some(ParameterType.file("PATH"), "what to read")),
                List.of(Parameter.flag("all", "leave nothing out")),
                (arguments, console) -> {
                    console.out().println(name + " " + arguments.all(PATHS));
                    if (arguments.all(PATHS).contains("bad"))
                        throw new IllegalArgumentException("that is bad");
                    return ExitCode.SUCCESS;
                });
    }

    private static final Operand PATHS = Operand.some(ParameterType.file("PATH"), "what to read");

    private int runGroup(String... words) {
        var screen = new Screen(false, 60, false, true);
        var console = new Console(Console.stream(out, 16), Console.stream(err, 16), screen, false);
        return new CommandLine("prog", () -> "1.0", "prog: does it", List.of(GROUP))
                .run(List.of(words), console);
    }

    @Test
    void aGroupExplainsItsCommands() {
        for (String line : new String[] {"many", "many --help", "help many", "-h many"}) {
            out.reset();
            assertThat(runGroup(line.split(" "))).isZero();
            assertThat(out())
                    .startsWith(
                            """
                            look at many

                            usage: prog many COMMAND [ARGUMENTS] [OPTIONS]

                            commands:
                              show   show all
                              count  count them all

                            options of every command:
                            """)
                    .endsWith(
                            """

                            examples:
                              prog many show x
                                  shows x

                            'prog help many COMMAND' explains a command.
                            """);
        }
        out.reset();
        runGroup("help");
        assertThat(out()).contains("\n  many        look at many\n").doesNotContain("count");
    }

    @Test
    void aMemberOfAGroupIsACommandOfItsOwn() {
        assertThat(runGroup("many", "count", "a", "--all", "b")).isZero();
        assertThat(out()).isEqualTo("many count [a, b]\n");
        for (String line : new String[] {"help many count", "many count --help"}) {
            out.reset();
            assertThat(runGroup(line.split(" "))).isZero();
            assertThat(out())
                    .startsWith(
                            """
                            count them all

                            usage: prog many count PATH... [OPTIONS]
                            """);
        }
    }

    @Test
    void mistakesInAGroupNameTheMember() {
        assertThat(runGroup("many", "cuont", "a")).isEqualTo(2);
        assertThat(runGroup("many", "--all")).isEqualTo(2);
        assertThat(runGroup("many", "show", "a", "--al")).isEqualTo(2);
        assertThat(runGroup("many", "show")).isEqualTo(2);
        assertThat(runGroup("many", "show", "bad")).isEqualTo(2);
        assertThat(runGroup("help", "many", "all")).isEqualTo(2);
        assertThat(err())
                .isEqualTo(
                        """
                        prog: no command 'many cuont'; did you mean 'count'?
                          see 'prog help many'
                        prog: no option '--all'
                          see 'prog many --help'
                        prog: no option '--al'; did you mean '--all'?
                          see 'prog many show --help'
                        prog: PATH is missing
                          see 'prog many show --help'
                        prog: that is bad
                          see 'prog many show --help'
                        prog: no command 'many all'
                          see 'prog help many'
                        """);
    }

    @Test
    void aMemberWithoutItsGroupIsFound() {
        assertThat(runGroup("count", "a")).isEqualTo(2);
        assertThat(err())
                .isEqualTo(
                        """
                        prog: no command 'count'; did you mean 'many count'?
                          see 'prog help'
                        """);
    }
}
