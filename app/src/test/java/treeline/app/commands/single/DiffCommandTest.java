package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Path;

class DiffCommandTest extends SolverTest {
    @Test
    void aDifferenceShowsWhatIsNewAndGone() throws IOException {
        Path after =
                drawn(
                        "after.txt",
                        """
                        metric time ms exclusive
                        path              rank0  rank1
                        main               1000   1000
                        main/solve        10000  10000
                        main/solve/check   3000   3000
                        """);
        assertThat(printed("diff", solver, after))
                .isEqualTo(
                        """
                        time (exclusive): 45.4 s in solver.txt (mean of 5 ranks), 14.0 s in after.txt (mean of 2 ranks)

                         change           before   after        call path
                        -25.0 s           25.0 s       -  gone  main/solve/wait
                        -6.00 s  -37.5 %  16.0 s  10.0 s  both  main/solve
                        +3.00 s                -  3.00 s  new   main/solve/check
                        -2.40 s           2.40 s       -  gone  main/write
                        -1.00 s           1.00 s       -  gone  main/write/wait
                            0 s    0.0 %  1.00 s  1.00 s  both  main
                        """);
    }

    @Test
    void repetitionsTellWhetherADifferenceIsChance() throws IOException {
        Path before =
                drawn(
                        "a.txt",
                        """
                        path        rank0rep0  rank0rep1  rank0rep2
                        main/fast          10         11         12
                        main/noisy         10         20         30
                        """);
        Path after =
                drawn(
                        "b.txt",
                        """
                        path        rank0rep0  rank0rep1  rank0rep2
                        main/fast          20         21         22
                        main/noisy         12         22         32
                        """);
        assertThat(printed("diff", before, after))
                .contains("  p  ")
                .containsPattern(
                        "\\+10\\.0 s +\\+90\\.9 % +11\\.0 s +21\\.0 s +0\\.000255 +both +main/fast")
                .containsPattern(
                        "\\+2\\.00 s +\\+10\\.0 % +20\\.0 s +22\\.0 s +0\\.819 +both +main/noisy");
    }
}
