package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// `treeline prune`, and `--prune` in the commands about one run.
class PruneCommandTest extends CommandTest {
    private Path run;

    @BeforeEach
    void draw() throws IOException {
        run =
                drawn(
                        "run.txt",
                        """
                        path                           rank0  rank1
                        main                              10     10
                        main/solve                        50     50
                        main/solve/MPI_Wait               10     10
                        main/solve/MPI_Wait/poll          20     20
                        main/solve/MPI_Wait/poll/yield     8      8
                        main/write                         1      1
                        main/write/flush                 0.5    0.5
                        main/log                         0.5    0.5
                        """);
    }

    @Test
    void saysWhatEachRuleLeavesOut() {
        assertThat(printed(wide, "prune", run, "--prune", "1%,mpi"))
                .isEqualTo(
                        """
                        run.txt: 4 of 8 nodes remain after 1%, mpi, 50.0 % removed; percentages refer to time (inclusive)

                        rules in order of application
                        removes alone  remaining  rule
                                    2          6  1%
                                    2          4  mpi
                        """);
        assertThat(printed("prune", run, "--prune", "mpi", "--csv"))
                .isEqualTo("run,ranks,rule,nodes,alone,left\nrun.txt,2,mpi,8,2,6\n");
    }

    @Test
    void theSmallRunIsWrittenWithTrueValues() {
        Path small = folder.resolve("small.mem");
        assertThat(printed("prune", run, "--prune", "1%,mpi", "-o", small))
                .startsWith("run.txt: 4 of 8 nodes remain after 1%, mpi, 50.0 % removed")
                .containsPattern("\nwrote \\S*small.mem: database, 1 file, .* for 8 values\n$");
        for (String scope : List.of("inclusive", "exclusive")) {
            String metric = "time:" + scope;
            assertThat(tableOf(printed("tree", small, "--metric", metric)))
                    .isEqualTo(
                            tableOf(printed("tree", run, "--metric", metric, "--prune", "1%,mpi")));
        }
        assertThat(printed("info", small)).contains("pruned", "1%, mpi (4 of 8 nodes)");
    }

    private static String tableOf(String answer) {
        return answer.substring(answer.indexOf("\n\n"));
    }

    @Test
    void aFileThatIsThereIsReplacedOnlyOnRequest() {
        Path small = folder.resolve("small.mem");
        printed("prune", run, "--prune", "mpi", "-o", small);
        assertThat(refused("prune", run, "--prune", "mpi", "-o", small))
                .contains("small.mem already exists", "use --force to replace it");
        assertThat(printed("prune", run, "--prune", "1%", "-o", small, "--force"))
                .contains("wrote ");
        assertThat(refused("prune", run, "--prune", "1%", "-o", folder, "--force"))
                .contains("unknown output format; expected one of ");
    }

    @Test
    void whatCannotBeWrittenIsSaidBeforeAnythingIsRead() {
        Path small = folder.resolve("small.mem");
        assertThat(refused("prune", run, "--prune", "mpi", "-o", folder.resolve("small.png")))
                .contains("small.png': profiles cannot be written as images or HTML");
        assertThat(refused("prune", run, "--table", "-o", small))
                .contains("--output requires one run and --prune");
        assertThat(refused("prune", run, run, "--prune", "mpi", "-o", small))
                .contains("--output requires one run and --prune");
        assertThat(refused("prune", run, "--prune", "mpi", "--force"))
                .contains("--force requires --output");
        assertThat(refused("prune", run, "--prune", "module:*", "-o", small))
                .contains("no node remains after module:*");
        assertThat(small).doesNotExist();
    }

    @Test
    void theTableOfOneRunIsByShare() {
        assertThat(
                        printed(
                                "prune",
                                run,
                                "--table",
                                "--thresholds",
                                "0.1,1%,5",
                                "--prune",
                                "system"))
                .isEqualTo(
                        """
                        run.txt: columns omit nodes below a share of time (inclusive)

                        remaining nodes  all nodes  0.1%  1%  5%
                        entire tree              8     8   6   5
                        mpi                      6     6   4   3
                        functions                8     8   6   5
                        mpi, functions           6     6   4   3
                        system                   8     8   6   5

                        removed by rules
                        rules           all nodes    0.1%      1%      5%
                        mpi                25.0 %  25.0 %  33.3 %  40.0 %
                        functions           0.0 %   0.0 %   0.0 %   0.0 %
                        mpi, functions     25.0 %  25.0 %  33.3 %  40.0 %
                        system              0.0 %   0.0 %   0.0 %   0.0 %
                        """);
        assertThat(printed("prune", run, "--table", "--thresholds", "1", "--csv"))
                .startsWith(
                        """
                        threshold,rules,nodes,removed
                        all nodes,entire tree,8,0.0
                        1%,entire tree,6,0.0
                        all nodes,mpi,6,0.25
                        """);
    }

    @Test
    void theTableOfSeveralRunsIsByNumberOfRanks() throws IOException {
        Path small =
                drawn(
                        "small.txt",
                        "path           rank0\nmain               1\nmain/MPI_Send  0\n");
        assertThat(printed("prune", run, small, "--table"))
                .isEqualTo(
                        """
                        2 runs; percentages refer to time (inclusive)

                        remaining nodes     1 rank  2 ranks
                        entire tree              2        8
                        mpi                      2        6
                        functions                2        8
                        1%                       1        6
                        mpi, functions, 1%       1        4

                        removed by rules
                        rules               1 rank  2 ranks  average
                        mpi                  0.0 %   25.0 %   12.5 %
                        functions            0.0 %    0.0 %    0.0 %
                        1%                  50.0 %   25.0 %   37.5 %
                        mpi, functions, 1%  50.0 %   50.0 %   50.0 %
                        """);
        assertThat(printed("prune", run, small, "--table", "--json"))
                .contains(
                        "\"schema\": \"treeline/prune/1\"",
                        "{\"path\": \"small.txt\", \"format\": \"drawn\"}",
                        "{\"run\": \"run.txt\", \"ranks\": 2, \"rules\": \"1%\", \"nodes\": 6,"
                                + " \"removed\": 0.25}");
    }

    @Test
    void refusesWhatMakesNoTable() throws IOException {
        assertThat(refused("prune", run)).contains("no rules to prune by", "--table");
        assertThat(refused("prune", run, "--prune", "mpi", "--thresholds", "1"))
                .contains("--thresholds requires --table");
        assertThat(refused("prune", run, "--table", "--thresholds", "0"))
                .contains("expected a percentage above 0 % and at most 100 %, not 0%");
        Path other = drawn("other.txt", "metric cycles - inclusive\npath  rank0\nmain      1\n");
        assertThat(refused("prune", run, other, "--table"))
                .contains(
                        "percentages refer to time in run.txt and to cycles in other.txt; select"
                                + " one metric with --metric");
    }

    @Test
    void everyCommandAboutOneRunPrunes() {
        assertThat(printed("tree", run, "--prune", "1%,mpi"))
                .isEqualTo(
                        """
                        time (inclusive), mean of 2 ranks; pruned by 1%, mpi (4 of 8 nodes), percentages of the whole run

                         100 s  100.0 %  ██████████  ● main
                        88.0 s   88.0 %  ████████▊   ● ├─ solve
                        38.0 s   38.0 %  ███▊          │  └─ MPI_Wait
                        1.50 s    1.5 %  ▏             └─ write

                        ● hot path
                        """);
        assertThat(printed("flat", run, "--prune", "1%,mpi"))
                .contains("38.0 %     38.0 s", "MPI_Wait")
                .doesNotContain("yield", "flush");
        assertThat(printed("flat", run, "--prune", "mpi", "--only", "mpi"))
                .contains("only MPI, pruned by mpi (", "38.0 %");
        assertThat(printed("hot-path", run, "--prune", "mpi")).doesNotContain("poll");
        assertThat(printed("diff", run, run, "--prune", "mpi")).contains("among 6 call paths");
    }

    /// What `--only` leaves is compared with the total of the run, as its shares are.
    @Test
    void sharesAreOfTheWholeRunAfterOtherOptionsToo() {
        assertThat(printed("tree", run, "--only", "mpi", "--prune", "30%"))
                .contains("only MPI, pruned by 30% (3 of 5 nodes)", "38.0 s   38.0 %", "MPI_Wait")
                .doesNotContain("poll");
    }

    @Test
    void wrongRulesAreRefused() {
        assertThat(refused("tree", run, "--prune", "small"))
                .contains(
                        "--prune: found 'small', expected rules such as 1%, functions, mpi,",
                        "module:GLOB");
        assertThat(refused("diff", run, run, "--prune", "mpi,1%"))
                .contains("a percentage rule removes different nodes in each run", "--threshold");
        assertThat(refused("tree", run, "--metric", "time", "--prune", "module:*"))
                .contains("--prune: no node remains after module:*");
    }
}
