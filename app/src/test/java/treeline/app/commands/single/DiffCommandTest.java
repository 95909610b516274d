package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

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
                .contains("  p adjusted  ")
                .containsPattern(
                        "\\+10\\.0 s +\\+90\\.9 % +11\\.0 s +21\\.0 s +0\\.000766 +both +main/fast")
                .containsPattern(
                        "\\+2\\.00 s +\\+10\\.0 % +20\\.0 s +22\\.0 s +0\\.819 +both +main/noisy");
    }

    /// The totals are the sums of the rows, whichever part of the runs is shown.
    @Test
    void totalsAreOfWhatIsShown() throws IOException {
        Path faster =
                drawn(
                        "faster.txt",
                        """
                        path                 tag   rank0  rank1  rank2  rank3  rank4
                        main                 -         1      1      1      1      1
                        main/solve           COMP      9      9      9     30      9
                        main/solve/wait      COMM     22     21     20      2     20
                        main/write           IO        4      2      2      2      2
                        """);
        for (List<String> part :
                List.of(
                        List.<String>of(),
                        List.of("--only", "communication"),
                        List.of("--paths", "MATCH (p) WHERE p.name = \"solve\""),
                        List.of("--paths", "MATCH (p) WHERE p.name = \"wait\""),
                        List.of("--only", "io", "--of", "max"),
                        List.of("--hide", "wait")))
            for (String by : List.of("path", "function")) {
                List<Object> words = new ArrayList<>(List.of("diff", solver, faster, "--json"));
                words.addAll(part);
                if (!by.equals("path")) words.addAll(List.of("--by", by));
                String json = printed(words.toArray());
                for (String side : List.of("before", "after"))
                    assertThat(number(json, "total_" + side))
                            .as("%s %s", words, side)
                            .isCloseTo(sum(json, side), within(1e-9));
            }
        assertThat(printed(wide, "diff", solver, faster, "--only", "communication"))
                .startsWith(
                        "time (exclusive): 26.0 s in solver.txt (mean of 5 ranks; only"
                                + " communication), 17.0 s in faster.txt (mean of 5 ranks; only"
                                + " communication)\ntotal: -9.00 s (-34.6 %)\n");
    }

    private static double number(String json, String name) {
        return all(json, name).findFirst().orElseThrow();
    }

    private static double sum(String json, String name) {
        return all(json, name).sum();
    }

    private static DoubleStream all(String json, String name) {
        return Pattern.compile("\"%s\": ?(-?[0-9][0-9.E-]*)".formatted(name))
                .matcher(json)
                .results()
                .mapToDouble(each -> Double.parseDouble(each.group(1)));
    }
}
