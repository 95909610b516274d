package treeline.app.commands.input;

import static org.assertj.core.api.Assertions.assertThat;

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
                .startsWith("time (inclusive), mean of 2 ranks (1-2)\n\n25.0 s");
        assertThat(printed("tree", run, "--rank", "0,3", "--thread", "0"))
                .startsWith("time (inclusive), mean of 2 ranks (0, 3)\n\n25.0 s");
        assertThat(printed("tree", run, "--thread", "1"))
                .startsWith("time (inclusive), rank 0 thread 1\n\n4.00 s");
    }

    @Test
    void iterationsLeaveOutWhatKeptNone() {
        assertThat(printed("tree", run, "--iteration", "1", "--rank", "2-3"))
                .isEqualTo(
                        """
                        note: iterations 1 only; omits call paths without iterations and exclusive values of their callers

                        time (inclusive), mean of 2 ranks (2-3)

                        7.00 s  100.0 %  ██████████  ● main
                        7.00 s  100.0 %  ██████████  ● └─ step

                        ● hot path
                        """);
        assertThat(refused("tree", run, "--iteration", "0", "--rank", "1"))
                .startsWith("treeline: no loop has ");
        assertThat(refused("tree", run, "--iteration", "0,2"))
                .startsWith(
                        "treeline: --iteration 0,2: expected one range of iterations, such as"
                                + " 30-40\n");
        assertThat(refused("tree", run, "--iteration", "~2"))
                .startsWith(
                        "treeline: --iteration ~2: expected one range of iterations, such as"
                                + " 30-40\n");
        assertThat(printed("tree", run, "--iteration", "1-", "--rank", "2-3"))
                .contains("note: iterations 1- only")
                .contains("7.00 s  100.0 %");
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
                .startsWith("treeline: no rank 12; available: 0 to 3\n");
        assertThat(refused("flat", run, "--rank", "3", "--thread", "1"))
                .startsWith("treeline: no context matches all parts of rank(3).thread(1)\n");
        assertThat(refused("flat", run, "--repetition", "0"))
                .startsWith(
                        "treeline: no repetition 0; the profile is not divided into repetitions\n");
        assertThat(refused("flat", run, "--rank", "99999999999"))
                .startsWith("treeline: no rank 99999999999; available: 0 to 3\n");
        for (String wrong : new String[] {"x", "3-1", "-1", "", "1,,2", "0,~2", "0-3:0"})
            assertThat(refused("tree", run, "--rank=" + wrong))
                    .contains("expected non-negative numbers, such as 3, 0-7,12 or 0-63:8");
        assertThat(refused("tree", run, "--rank=0,~2"))
                .startsWith(
                        "treeline: --rank: found '0,~2', expected non-negative numbers, such as 3,"
                                + " 0-7,12 or 0-63:8; a random sample cannot be combined");
    }

    @Test
    void contextsAreChosenByASelector() {
        assertThat(printed("tree", run, "--contexts", "rank(1-2)"))
                .isEqualTo(printed("tree", run, "--rank", "1-2"));
        assertThat(printed("tree", run, "--contexts", "rank(0,3).thread(0)"))
                .isEqualTo(printed("tree", run, "--rank", "0,3", "--thread", "0"));
        assertThat(printed("tree", run, "--contexts", "rank(0).thread(1),rank(3)"))
                .startsWith("time (inclusive), mean of 2 ranks (0, 3)\n\n22.0 s");
        assertThat(printed("tree", run, "--contexts", "thread(0)", "--rank", "1-"))
                .startsWith("time (inclusive), mean of 3 ranks (1-3)\n\n30.0 s");
        assertThat(printed("hpcreport", run, "--contexts", "rank(1-2)"))
                .isEqualTo(printed("hpcreport", run, "--rank", "1-2"));
        assertThat(printed("iterations", run, "--contexts", "rank(2)"))
                .isEqualTo(printed("iterations", run, "--rank", "2"));
        assertThat(refused("tree", run, "--contexts", "core(1)"))
                .startsWith("treeline: contexts have no 'core'; they have rank, thread\n");
        assertThat(refused("tree", run, "--contexts", "rank(1")).contains("rank(1\n").contains("^");
    }

    @Test
    void ranksAreChosenInStepsAndAtRandom() {
        assertThat(printed("tree", run, "--rank", "0-3:3"))
                .isEqualTo(printed("tree", run, "--rank", "0,3"));
        assertThat(printed("tree", run, "--rank", "~2")).contains("mean of 2 ranks");
        assertThat(printed("tree", run, "--rank", "~2@7", "--contexts", "rank(1-)"))
                .contains("mean of 2 ranks (")
                .isEqualTo(printed("tree", run, "--contexts", "rank(1-).rank(~2@7)"));
        assertThat(printed("tree", run, "--rank", "~9"))
                .isEqualTo(printed("tree", run, "--rank", "0-3"));
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
    void aMetricMayBeNamedByASelectorThatMeansOne() {
        for (String name : new String[] {"TIME", "ti*", "time (i)"})
            assertThat(printed("tree", run, "--metrics", name))
                    .as(name)
                    .isEqualTo(printed("tree", run, "--metric", "time"));
        assertThat(printed("flat", run, "-m", "time (e)"))
                .isEqualTo(printed("flat", run, "--metric", "time:exclusive"));
        assertThat(refused("tree", run, "--metric", "time (i,e)"))
                .startsWith(
                        "treeline: expected one metric, but 'time (i,e)' selects time:inclusive,"
                                + " time:exclusive\n");
        assertThat(refused("tree", run, "--metric", "realtime"))
                .startsWith(
                        "treeline: no metric 'realtime'; the time of this run is called 'time'");
    }

    @Test
    void everyCommandTakesTheSameChoices() {
        for (String command : COMMANDS) {
            assertThat(printed(command, run, "--rank", "1-2", "--thread", "0"))
                    .as(command)
                    .isNotEmpty();
            assertThat(printed(command, run, "--contexts", "rank(1-2).thread(0)"))
                    .as(command)
                    .isNotEmpty();
            assertThat(printed(command, run, "--rank", "2-3", "--iteration", "0-1"))
                    .as(command)
                    .contains("iterations 0-1 only");
        }
        assertThat(printed("query", run, "MATCH (p)", "--rank", "1-2", "--thread", "0"))
                .contains("mean of 2 ranks (1-2)");
        assertThat(printed("diff", run, run, "--rank", "1-2")).contains("mean of 2 ranks (1-2)");
    }
}
