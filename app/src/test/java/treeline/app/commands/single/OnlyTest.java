package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.ListedQuestions;
import treeline.app.commands.SolverTest;
import treeline.question.Question;

import java.io.IOException;
import java.nio.file.Path;

/// `--only` in the commands about one run. Shares are of the whole run in all of them.
class OnlyTest extends SolverTest {
    @Test
    void theTreeLeadsToWhatIsAskedFor() {
        assertThat(printed("tree", solver, "--only", "communication"))
                .isEqualTo(
                        """
                        time (inclusive), mean of 5 ranks; only communication, percentages of the whole run

                        26.0 s   57.3 %  █████▊      ● main
                        25.0 s   55.1 %  █████▌      ● ├─ solve  COMP
                        25.0 s   55.1 %  █████▌      ● │  └─ wait  COMM
                        1.00 s    2.2 %  ▎             └─ write  IO
                        1.00 s    2.2 %  ▎                └─ wait  COMM

                        ● hot path
                        """);
    }

    @Test
    void whatMpiDoesInsideIsHintedAt() throws IOException {
        Path sampled =
                drawn(
                        "sampled.txt",
                        """
                        path                          rank0
                        main                              1
                        main/MPI_Waitall                  2
                        main/MPI_Waitall/opal_progress    3
                        """);
        String hint =
                "functions inside MPI are listed separately; --prune mpi merges them"
                        + " into the program's MPI calls\n";
        assertThat(printed("flat", sampled, "--only", "mpi"))
                .contains("opal_progress\n")
                .endsWith(hint);
        assertThat(printed("flat", sampled, "--only", "mpi", "--prune", "mpi"))
                .contains("5.00 s     5.00 s      1  MPI_Waitall\n")
                .doesNotContain("opal_progress", hint);
        assertThat(printed("flat", sampled)).doesNotContain(hint);
    }

    @Test
    void callersHaveNoRowsOfTheirOwn() {
        assertThat(printed("flat", solver, "--only", "io"))
                .isEqualTo(
                        """
                        time by function, exclusive and inclusive, mean of 5 ranks; only I/O, percentages of the whole run

                        share  exclusive  inclusive  nodes  function
                        5.3 %     2.40 s     2.40 s      1  write
                        """);
        assertThat(printed("imbalance", solver, "--only", "compute"))
                .isEqualTo(
                        """
                        imbalance of time (exclusive) among 5 ranks; only computation

                        max - mean  max/mean    mean     max  slowest  call path
                            24.0 s      2.50  16.0 s  40.0 s  rank 3   main/solve
                        1 node balanced to 2.0 %: not listed
                        """);
        assertThat(printed("hot-path", solver, "--only", "files"))
                .contains("2.40 s    5.3 %  ▌             └─ write");
        assertThat(printed(wide, "diff", solver, solver, "--only", "files"))
                .contains("among 1 call path, 2.40 s in both");
        assertThat(printed("query", solver, "MATCH (p)", "--only", "files"))
                .startsWith("2 of 2 call paths match\n")
                .contains("only I/O, percentages of the whole run", "2.40 s    5.3 %");
        assertThat(printed("callers", solver, "--only", "files"))
                .contains("2.40 s    5.3 %  ▌           ● write");
        assertThat(printed("report", solver, "--only", "waiting"))
                .contains("Hot path\nmain/solve/wait takes 55.1 % of all time itself")
                .contains("more: treeline hot-path solver.txt --only waiting\n");
    }

    @Test
    void everyQuestionThatTakesItSaysSo() {
        for (Question question : ListedQuestions.aboutOneRunWith("only"))
            if (!question.name().equals("correlate")) // its heading does not name nodes
            assertThat(
                                printed(
                                        wide,
                                        ListedQuestions.words(
                                                question,
                                                solver,
                                                "main/solve/wait",
                                                "--only=communication")))
                        .as(question.name())
                        .contains("only ");
    }

    @Test
    void waitingIsCommunicationAndSynchronisationAndNamesOfOnesOwn() throws IOException {
        Path run =
                drawn(
                        "waits.txt",
                        """
                        path              rank0  rank1
                        main                  1      1
                        main/MPI_Send         2      2
                        main/MPI_Barrier      4      4
                        main/my_lock          8      9
                        main/MPI_File_read   16     16
                        """);
        assertThat(printed("flat", run, "--only", "wait", "--csv"))
                .contains("MPI_Send", "MPI_Barrier")
                .doesNotContain("my_lock", "File", "main");
        assertThat(printed("flat", run, "--only", "mpi", "--csv"))
                .contains("MPI_Send", "MPI_Barrier", "MPI_File_read")
                .doesNotContain("my_lock");
        assertThat(
                        printed(
                                "imbalance",
                                run,
                                "--only",
                                "waiting",
                                "--waiting",
                                "my_.*",
                                "--threshold",
                                "0%",
                                "--csv"))
                .contains("MPI_Barrier", "my_lock", "MPI_Send")
                .doesNotContain("File", "main,");
        assertThat(printed("imbalance", run, "--only", "synchronisation", "--waiting", "my_.*"))
                .contains("my_lock")
                .doesNotContain("MPI_Barrier");
    }

    @Test
    void aRunWithoutItIsAnErrorThatSaysSo() {
        assertThat(refused("tree", solver, "--only", "gpu"))
                .startsWith(
                        "treeline: --only: the run contains no GPU kernels; 'treeline flat --by"
                                + " activity' lists the activities of the run\n");
        assertThat(refused("tree", solver, "--only", "computatoin"))
                .startsWith(
                        "treeline: --only: found 'computatoin', expected one of computation,"
                            + " communication, synchronisation, io, input, kernels, copies,"
                            + " launches, operators, device_memory, device_start_up, device_wait,"
                            + " locks, garbage_collection, start_up, idle, not_measured, waiting,"
                            + " mpi; did you mean 'computation'?\n");
    }

    @Test
    void rowsMayBeSorted() {
        assertThat(printed("flat", solver, "--sort", "name", "--csv"))
                .containsSubsequence("main", "solve", "wait", "write");
        assertThat(printed("flat", solver, "--sort", "inclusive", "--csv"))
                .containsSubsequence("main", "solve", "wait", "write");
        assertThat(printed("imbalance", solver, "--sort", "mean"))
                .containsSubsequence("main/solve/wait", "main/solve\n", "main/write");
        assertThat(printed("imbalance", solver, "--sort", "lost", "--csv"))
                .containsSubsequence("main/solve,", "main/solve/wait,", "main/write,");
        assertThat(printed("callgraph", solver, "--sort", "callee", "--csv"))
                .containsSubsequence("main,solve", "solve,wait", "write,wait", "main,write");
        assertThat(refused("flat", solver, "--sort", "share"))
                .startsWith(
                        "treeline: --sort: found 'share', expected one of exclusive, inclusive,"
                                + " nodes, name\n");
    }
}
