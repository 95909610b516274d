package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Path;

class NodeCommandTest extends SolverTest {
    @Test
    void aNodeIsComparedOverRanks() {
        assertThat(printed("node", solver, "main/solve", "--metric", "time:exclusive", "--top", 2))
                .isEqualTo(
                        """
                        time (exclusive) of main/solve by rank

                         value  of mean  difference  rank
                        40.0 s  250.0 %     +24.0 s  rank 3
                        10.0 s   62.5 %     -6.00 s  rank 0
                        … 3 more
                        mean of 5 ranks: 16.0 s
                        slowest: rank 3 with 40.0 s, +24.0 s from the mean
                        fastest: rank 4 with 10.0 s, -6.00 s from the mean
                        imbalance: the maximum is 2.50 times the mean
                        """);
        assertThat(printed("node", solver, "solve", "--csv", "--sort", "place"))
                .isEqualTo(
                        """
                        place,value:inclusive [s],of_mean,difference:inclusive [s],host
                        rank 0,42.0,1.024390243902439,1.0,""
                        rank 1,41.0,1.0,0.0,""
                        rank 2,40.0,0.975609756097561,-1.0,""
                        rank 3,42.0,1.024390243902439,1.0,""
                        rank 4,40.0,0.975609756097561,-1.0,""
                        """);
    }

    @Test
    void ranksThatDidNotRunItCountAsZero() throws IOException {
        Path run = drawn("some.txt", "path rank0 rank1 rank2\nmain 1 1 1\nmain/send 6 - 3\n");
        assertThat(printed("node", run, "send"))
                .contains("200.0 %", "mean of 3 ranks: 3.00 s\n")
                .endsWith(
                        "1 of 3 ranks did not run the node and count as 0 in the mean: not"
                                + " listed\n");
        assertThat(printed("node", run, "send", "--json"))
                .contains("\"node\": \"main/send\"", "\"mean\": 3,", "\"imbalance\": 2,");
    }

    @Test
    void aSuffixNamesANodeIfItIsUnambiguous() {
        assertThat(printed("node", solver, "write/wait")).startsWith("time (inclusive) of main/");
        assertThat(refused("node", solver, "wait"))
                .startsWith(
                        "treeline: 'wait' is ambiguous: main/solve/wait, main/write/wait; add more"
                                + " callers to the path\n");
        assertThat(refused("node", solver, "slove"))
                .startsWith("treeline: no call path equals or ends with 'slove'")
                .contains("solve");
    }
}
