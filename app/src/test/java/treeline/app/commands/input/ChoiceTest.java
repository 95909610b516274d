package treeline.app.commands.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;

/// Ranks, threads, repetitions and iterations are chosen the same way everywhere, and a name of a
/// metric means the same in every command.
class ChoiceTest extends CommandTest {
    private static final String[] COMMANDS = {
        "tree", "flat", "callers", "callgraph", "report", "hot-path", "imbalance"
    };

    private Path run = Path.of("");

    @BeforeEach
    void draw() throws IOException {
        run =
                drawn(
                        "run.txt",
                        """
                        metric time s inclusive
                        path       rank0thread0  rank0thread1  rank1thread0  rank2thread0  rank3thread0
                        main                 10             4            20            30            40
                        main/step           1+2           1+3             4           5+6           7+8
                        """);
    }

    @Test
    void ranksAndThreadsAreChosenByRanges() {
        assertThat(printed("tree", run, "--rank", "1-2"))
                .startsWith("time (inclusive), mean of 2 ranks (1 to 2)\n\n25.0 s");
        assertThat(printed("tree", run, "--rank", "0,3", "--thread", "0"))
                .startsWith("time (inclusive), mean of 2 ranks (0 to 3)\n\n25.0 s");
        assertThat(printed("tree", run, "--thread", "1"))
                .startsWith("time (inclusive), rank 0 thread 1\n\n4.00 s");
    }

    @Test
    void iterationsLeaveOutWhatKeptNone() {
        assertThat(printed("tree", run, "--iteration", "1", "--rank", "2-3"))
                .isEqualTo(
                        """
                        note: of iterations 1 only; what did not keep the iterations of its loop is left out

                        time (inclusive), mean of 2 ranks (2 to 3)

                        7.00 s  100.0 %  ██████████  ● main
                        7.00 s  100.0 %  ██████████  ● └─ step

                        ● hot path
                        """);
        assertThat(refused("tree", run, "--iteration", "0", "--rank", "1"))
                .startsWith("treeline: no loop has ");
        assertThat(refused("tree", run, "--iteration", "0,2"))
                .startsWith("treeline: --iteration 0,2: one range of iterations, such as 30-40\n");
    }

    @Test
    void aLoopInsideOfALoopCountsItsOwnIterations() throws IOException {
        Path nested =
                drawn(
                        "nested.txt",
                        """
                        metric time s inclusive
                        path                   rank0
                        main                     100
                        main/outer        10+20+30+40
                        main/outer/part     1+2+3+4
                        main/outer/inner   30+30+30
                        """);
        assertThat(printed("tree", nested, "--iteration", "0"))
                .contains(
                        """
                        10.0 s  100.0 %  ██████████  ● main
                        10.0 s  100.0 %  ██████████  ● └─ outer
                        1.00 s   10.0 %  █                ├─ part
                           0 s    0.0 %                   └─ … 1 more
                        """);
    }

    @Test
    void whatIsNotThereIsAnError() {
        assertThat(refused("flat", run, "--rank", "2-9,12"))
                .startsWith("treeline: no rank 12; there are 0 to 3\n");
        assertThat(refused("flat", run, "--rank", "3", "--thread", "1"))
                .startsWith(
                        "treeline: no context has all of the chosen ranks, threads and"
                                + " repetitions\n");
        assertThat(refused("flat", run, "--repetition", "0"))
                .startsWith(
                        "treeline: no repetition 0; the profile is not divided into repetitions\n");
        for (String wrong : new String[] {"x", "3-1", "-1", "1-", "", "1,,2", "99999999999"})
            assertThat(refused("tree", run, "--rank=" + wrong))
                    .contains("expected numbers from 0 on, such as 3 or 0-7,12");
    }

    @Test
    void aNameAloneIsInclusiveInEveryCommandAndAScopeMayBeComputed() {
        for (String command : COMMANDS) {
            if (command.equals("callers")) continue; // hands exclusive time to callers
            assertThat(printed(command, run, "--metric", "time", "--json"))
                    .as(command)
                    .contains("\"scope\": \"inclusive\"");
            if (command.equals("hot-path")) continue; // would lead to any leaf
            assertThat(printed(command, run, "--metric", "time:exclusive", "--json"))
                    .as(command)
                    .contains("\"scope\": \"exclusive\"");
        }
    }

    @Test
    void everyCommandTakesTheSameChoices() {
        for (String command : COMMANDS) {
            assertThat(printed(command, run, "--rank", "1-2", "--thread", "0"))
                    .as(command)
                    .isNotEmpty();
            assertThat(printed(command, run, "--rank", "2-3", "--iteration", "0-1"))
                    .as(command)
                    .contains("of iterations 0-1 only");
        }
        assertThat(printed("query", run, "MATCH (p)", "--rank", "1-2", "--thread", "0"))
                .contains("mean of 2 ranks (1 to 2)");
        assertThat(printed("diff", run, run, "--rank", "1-2")).contains("mean of 2 ranks (1 to 2)");
    }

    @Test
    void rangesAreWrittenAsTheyAreRead() {
        assertThat(Ranges.parse("0-7,12")).hasToString("0-7,12");
        assertThat(Ranges.parse("5-5")).hasToString("5");
        assertThat(Ranges.parse("0-7,12").contains(8)).isFalse();
        assertThat(Ranges.parse("0-7,12").contains(12)).isTrue();
        assertThatThrownBy(() -> Ranges.parse("7-0"))
                .hasMessage("numbers from 0 on, such as 3 or 0-7,12");
    }
}
