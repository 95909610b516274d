package treeline.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.app.Session;
import treeline.app.commands.CommandKeywords;
import treeline.app.commands.Commands;
import treeline.formats.Formats;

import java.util.List;

/// `treeline help WORDS` names the right command for everyday questions among the first three.
class CommandSearchTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    slowest function                       | flat
                    who calls this function                | callers
                    which ranks are slow and why           | report
                    slow rank                              | imbalance
                    is MPI the problem                     | hpcreport
                    is MPI the problem                     | communication
                    which iteration is slow                | iterations
                    does it scale                          | ensemble speedup
                    how long will 1000 ranks take          | ensemble model
                    5 runs before and 5 runs after         | compare
                    CI gate                                | compare
                    difference between two profiles        | diff
                    export to CSV or a flame graph         | convert
                    damaged file                           | verify
                    is my file corrupt                     | verify
                    GPU kernels of two runs                | diff
                    time by kind of operation              | hpcreport
                    gpu idle                               | hpcreport
                    PyTorch trace                          | report
                    PyTorch trace                          | trace
                    lock                                   | report
                    which code allocates memory in the JVM | report
                    how many threads are idle              | trace
                    regression                             | compare
                    scaling                                | ensemble speedup
                    waiting                                | imbalance
                    when did it become slower              | archive trend
                    """)
    void theRightCommandIsAmongTheFirstThree(String words, String command) {
        assertThat(found(words).stream().limit(3)).contains(command);
    }

    private static List<String> found(String words) {
        return new CommandSearch(commands(), CommandKeywords.all())
                .find(words).stream().map(Command::name).toList();
    }

    private static List<Command> commands() {
        return Commands.all(Formats::all, "treeline");
    }

    @Test
    void theFiveBestAreListedWithOneLineEach() {
        Session.Answer answer = Session.plain().run("help", "slow", "rank");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out())
                .startsWith("commands for 'slow rank':\n  ")
                .contains("\n  imbalance  ")
                .endsWith("\n'treeline help COMMAND' explains a command.\n");
        assertThat(found("slow rank")).hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void theNameOfACommandIsExplainedAsAlways() {
        assertThat(Session.plain().run("help", "compare").out())
                .isEqualTo(Session.plain().run("compare", "--help").out());
        assertThat(Session.plain().run("help", "ensemble", "stats").out())
                .isEqualTo(Session.plain().run("ensemble", "stats", "--help").out());
    }

    @Test
    void wordsThatNoCommandHasAreAnError() {
        Session.Answer answer = Session.plain().run("help", "qwertz");
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err()).startsWith("treeline: no command 'qwertz'");
    }

    @Test
    void everyCommandHasKeywordsAndKeywordsAreOfCommands() {
        List<String> names =
                Completion.acting(commands()).stream()
                        .map(Command::name)
                        .filter(name -> !name.startsWith("plot "))
                        .toList();
        assertThat(CommandKeywords.all().keySet())
                .containsAll(names)
                .allMatch(
                        key -> names.contains(key) || List.of("completion", "help").contains(key));
    }
}
