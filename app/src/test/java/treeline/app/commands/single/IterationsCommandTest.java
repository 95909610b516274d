package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

class IterationsCommandTest extends CommandTest {
    private Path run;

    @BeforeEach
    void draw() throws IOException {
        run =
                drawn(
                        "run.txt",
                        """
                        metric time s inclusive
                        path        rank0                    rank1
                        main        70                       80
                        main/step   1+1+1+1+1+1+3+3+3+3+3+3  1+1+1+1+1+1+3+3+3+9+3+3
                        main/io     2+2+2                    2+2+2
                        """);
    }

    @Test
    void slowIterationsAreShownWithTheirRankAndJumps() {
        assertThat(printed("iterations", run))
                .isEqualTo(
                        """
                        time (inclusive) of each iteration, mean of 2 ranks

                        main/step: 12 iterations, mean 2.25 s, min 1.00 s, max 6.00 s
                          ▁▁▁▁▁▁▄▄▄█▄▄
                          slowest iterations    mean  above mean  max - mean  slowest
                                           9  6.00 s    +166.7 %      3.00 s  rank 1
                                           6  3.00 s     +33.3 %         0 s
                                           7  3.00 s     +33.3 %         0 s
                                           8  3.00 s     +33.3 %         0 s
                                          10  3.00 s     +33.3 %         0 s
                        jump: from iteration 6 on 3.50 s instead of 1.00 s

                        main/io: 3 iterations, mean 2.00 s, min 2.00 s, max 2.00 s
                          ▄▄▄
                        all iterations take the same time
                        """);
    }

    @Test
    void onlyIterationsAboveTheMeanAreSlow() throws IOException {
        Path spike =
                drawn(
                        "spike.txt",
                        """
                        path             rank0          rank1
                        main                 0              0
                        main/step  1+1+1+9+0.9  1+1+1+9.000000001+0.9
                        """);
        assertThat(printed("iterations", spike))
                .contains("                   3  9.00 s")
                .doesNotContain("rank 0", "rank 1", " ns")
                .doesNotContain("  1.00 s  ");
    }

    @Test
    void ranksThatAreSlowInTurnAreImbalancedWithinIterations() throws IOException {
        Path turns =
                drawn(
                        "turns.txt",
                        """
                        path         rank0    rank1
                        main             0        0
                        main/step  1+3+1+3  3+1+3+1
                        """);
        String within =
                "ranks differ within iterations at main/step: the slowest of each takes 50.0 %"
                        + " longer than the mean";
        assertThat(printed("imbalance", turns))
                .contains("all nodes are balanced over the whole run\n")
                .contains(within, "see 'treeline iterations turns.txt'\n");
        assertThat(printed("report", turns))
                .contains("Imbalance within iterations\n" + within + "\n");
        Path even = drawn("even.txt", "path rank0 rank1\nmain 0 0\nmain/step 1+3 1+3\n");
        assertThat(printed("imbalance", even)).doesNotContain("within iterations");
        assertThat(printed("report", even)).doesNotContain("within iterations");
    }

    @Test
    void oneLoopIsNamedByItsPathItsNameOrAPattern() {
        String step = printed("iterations", run, "main/step", "--top", 1, "--ascii");
        assertThat(step)
                .contains("  ......===@==\n", "                   9  6.00 s")
                .doesNotContain("main/io", "  3.00 s     +33.3 %");
        assertThat(printed("iterations", run, "step", "--top", 1, "--ascii")).isEqualTo(step);
        assertThat(printed("iterations", run, "st.p", "-n1", "--ascii")).isEqualTo(step);
        assertThat(refused("iterations", run, "main"))
                .startsWith(
                        "treeline: main has no iterations; call paths with iterations: main/step,"
                                + " main/io\n");
        assertThat(refused("iterations", run, "nosuch"))
                .startsWith("treeline: no function is named 'nosuch' or matches it\n");
    }

    @Test
    void oneRankHasNoOtherToCompareWith() {
        assertThat(printed("iterations", run, "step", "--rank", 1, "--top", 1))
                .contains(
                        """
                          slowest iterations    mean  above mean
                                           9  9.00 s  +260.0 %
                        """);
    }

    @Test
    void everyIterationIsDataForPrograms() {
        assertThat(printed("iterations", run, "io", "--csv"))
                .isEqualTo(
                        """
                        path,iteration,mean:inclusive [s],min:inclusive [s],max:inclusive [s],slowest,excess:inclusive [s]
                        main/io,0,2.0,2.0,2.0,"",0.0
                        main/io,1,2.0,2.0,2.0,"",0.0
                        main/io,2,2.0,2.0,2.0,"",0.0
                        """);
        assertThat(printed("iterations", run, "step", "--json"))
                .contains(
                        "\"schema\": \"treeline/iterations/1\"",
                        "\"path\": \"main/step\"",
                        "\"iterations\": 12",
                        "{\"path\": \"main/step\", \"iteration\": 9, \"mean\": 6, \"min\": 3,"
                                + " \"max\": 9, \"slowest\": \"rank 1\", \"excess\": 3}");
    }

    @Test
    void aRunWithoutIterationsSaysHowTheyAreRecorded() throws IOException {
        Path sums = drawn("sums.txt", "path rank0\nmain 1\n");
        assertThat(refused("iterations", sums))
                .isEqualTo(
                        """
                        treeline: sums.txt has no iterations of time; Treeline records iterations of events with Loop.EACH, Caliper those of loops in its aggregation key (iteration#NAME) or time series
                          see 'treeline iterations --help'
                        """);
    }

    @Test
    void exclusiveIterationsAreUnknownIfACalleeWasSummed() throws IOException {
        Path run =
                drawn(
                        "summed.txt",
                        """
                        metric time s inclusive
                        path            rank0
                        main               40
                        main/step    10+10+10
                        main/step/pack     27
                        main/io       2+2+2+2
                        """);
        assertThat(printed("iterations", run, "--metric", "time:exclusive"))
                .contains(
                        "note: main/step: exclusive time per iteration is unknown: callee pack has"
                                + " no recorded iterations\n")
                .contains("main/io: 4 iterations")
                .doesNotContain("main/step: 3");
        assertThat(printed("iterations", run, "--metric", "time:exclusive", "--json"))
                .contains("main/step: exclusive time per iteration is unknown");
        assertThat(printed("iterations", run)).contains("main/step: 3 iterations, mean 10.0 s");
        assertThat(refused("iterations", run, "main/step", "--metric", "time:exclusive"))
                .startsWith(
                        "treeline: main/step: exclusive time per iteration is unknown: callee pack"
                            + " has no recorded iterations; select the inclusive value, or record"
                            + " the callee with Loop.EACH\n");
    }

    /// A hand-written CSV without the empty line at its end.
    @Test
    void iterationsThatWereNotReadAreNamed() throws IOException {
        Path cut = drawn("cut.csv", "path,rank,iteration,time (inc) [s]\nmain,0,0,1\nmain,0,1,2\n");
        var real = new Session(Formats.all(), wide.screen());
        assertThat(run(real, "iterations", cut).err())
                .startsWith(
                        "treeline: cut.csv has no iterations of time; values are missing: the file"
                            + " does not end with an empty line, so the last call path and context"
                            + " is not read, because iterations may be missing; add one if the file"
                            + " is complete (first: line 4)\n");
        Files.writeString(cut, "\n", StandardOpenOption.APPEND);
        assertThat(printed(real, "iterations", cut)).contains("main: 2 iterations");
    }
}
