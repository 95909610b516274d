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
        assertThat(printed(wide, "diff", solver, after))
                .isEqualTo(
                        """
                        time (exclusive): 45.4 s in solver.txt (mean of 5 ranks), 14.0 s in after.txt (mean of 2 ranks)
                        total: -31.4 s (-69.2 %)

                         change           before   after        call path
                        -25.0 s           25.0 s       -  gone  main/solve/wait
                        -6.00 s  -37.5 %  16.0 s  10.0 s  both  main/solve
                        +3.00 s                -  3.00 s  new   main/solve/check
                        -2.40 s           2.40 s       -  gone  main/write
                        -1.00 s           1.00 s       -  gone  main/write/wait
                        1 call path unchanged: not listed
                        """);
    }

    @Test
    void equalRunsAreOneLine() {
        assertThat(printed("diff", solver, solver))
                .isEqualTo(
                        "time (exclusive), mean of 5 ranks: no difference among 5 call paths, 45.4"
                                + " s in both\n");
        assertThat(printed("diff", solver, solver, "--json"))
                .contains(
                        """
                          "by": "path",
                          "total_before": 45.4,
                          "total_after": 45.4,
                          "total_change": 0,
                          "total_ratio": 1,
                        """)
                .contains("\"path\": \"main\", \"before\": 1, \"after\": 1, \"change\": 0,");
    }

    @Test
    void functionsAreComparedWhoeverCalledThem() throws IOException {
        Path after =
                drawn(
                        "after.txt",
                        """
                        path              rank0
                        main                  1
                        main/wait            20
                        main/solve           16
                        main/write          2.6
                        """);
        assertThat(printed(wide, "diff", solver, after, "--by", "function"))
                .isEqualTo(
                        """
                        time (exclusive): 45.4 s in solver.txt (mean of 5 ranks), 39.6 s in after.txt (rank 0)
                        total: -5.80 s (-12.8 %)

                         change           before   after        function
                        -6.00 s  -23.1 %  26.0 s  20.0 s  both  wait
                        +200 ms   +8.3 %  2.40 s  2.60 s  both  write
                        2 functions unchanged: not listed
                        """);
        assertThat(printed("diff", solver, after, "--by", "function", "--threshold", 1))
                .endsWith(
                        """
                        -6.00 s  -23.1 %  26.0 s  20.0 s  both  wait
                        3 functions changed by less than 1 % of the total: not listed
                        """);
        assertThat(printed(wide, "diff", solver, after, "--by", "function", "--threshold", 50))
                .isEqualTo(
                        "time (exclusive), mean of 5 ranks: no difference of 50 % of the total or"
                                + " more among 4 functions, total -5.80 s\n");
        assertThat(printed("diff", solver, after, "--by", "name", "--threshold", 1, "--csv"))
                .startsWith(
                        "name,before:exclusive [s],after:exclusive [s],change:exclusive"
                                + " [s],ratio,status,p,p_adjusted\n"
                                + "wait,26.0,20.0,-6.0,")
                .hasLineCount(2);
        assertThat(printed("diff", solver, after, "--sort", "after", "--csv"))
                .startsWith(
                        "path,before:exclusive [s],after:exclusive [s],change:exclusive"
                                + " [s],ratio,status,p,p_adjusted\n"
                                + "main/wait,,20.0,");
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
                        "\\+10\\.0 s +\\+90\\.9 % +11\\.0 s +21\\.0 s +0\\.000766 +both +main/fast")
                .containsPattern(
                        "\\+2\\.00 s +\\+10\\.0 % +20\\.0 s +22\\.0 s +0\\.819 +both +main/noisy");
    }
}
