package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class CommunicationCommandTest extends CommandTest {
    private static final String RUN =
            """
            path                               rank0  rank1  rank2  rank3  rank4  rank5  rank6  rank7
            main                                  10     10     10     10     10     10     10     10
            main/a/MPI_Bcast                       1      1      1      1     50     50     50     50
            main/b/PMPI_Bcast                      -      -      -      -     50     50     50     51
            main/MPI_Send                          1      2      3      4      5      6      7      8
            main/MPI_Allreduce                     2      2      2      2      2      2      2      2
            main/MPI_Allreduce/MPI_Recv            1      1      1      1      1      1      1      1
            main/MPI_File_open                     5      -      -      -      -      -      -      -
            """;
    private Path run;

    @BeforeEach
    void draw() throws IOException {
        run = drawn("run.txt", RUN);
    }

    @Test
    void routinesWhoseRanksDifferMostComeFirst() {
        assertThat(printed("communication", run))
                .isEqualTo(
                        """
                        time (inclusive) in MPI routines among 8 ranks

                           min    mean     max  deviation  max/mean  min to max           ran on  slowest  routine
                        1.00 s  50.6 s   101 s     53.1 s      2.00  █▁▁▁▁▁▁▁▁█  bimodal  8 of 8  rank 7   MPI_Bcast
                        1.00 s  4.50 s  8.00 s     2.45 s      1.78  ███▁██▁███           8 of 8  rank 7   MPI_Send
                           0 s  625 ms  5.00 s     1.77 s         8  █▁▁▁▁▁▁▁▁▂           1 of 8  rank 0   MPI_File_open
                        3.00 s  3.00 s  3.00 s        0 s         1  █▁▁▁▁▁▁▁▁▁           8 of 8  rank 0   MPI_Allreduce
                        means cover all 8 ranks; ranks that did not run the call path count as 0
                        """);
    }

    @Test
    void programsGetAllNumbers() {
        assertThat(printed("communication", run, "--csv"))
                .isEqualTo(
                        """
                        routine,ran,min:inclusive [s],mean:inclusive [s],max:inclusive [s],range:inclusive [s],deviation:inclusive [s],imbalance,ratio,separation,bimodal,slowest,histogram
                        MPI_Bcast,8,1.0,50.625,101.0,100.0,53.05236631318693,1.9950617283950618,101.0,0.9999619325571805,1,"rank 7, rank 4, rank 5, rank 6, rank 0",4 0 0 0 0 0 0 0 0 4
                        MPI_Send,8,1.0,4.5,8.0,7.0,2.449489742783178,1.7777777777777777,8.0,0.7619047619047619,0,"rank 7, rank 6, rank 5, rank 4, rank 3",1 1 1 0 1 1 0 1 1 1
                        MPI_File_open,1,0.0,0.625,5.0,5.0,1.7677669529663689,8.0,,,0,rank 0,7 0 0 0 0 0 0 0 0 1
                        MPI_Allreduce,8,3.0,3.0,3.0,0.0,0.0,1.0,1.0,,0,"rank 0, rank 1, rank 2, rank 3, rank 4",8 0 0 0 0 0 0 0 0 0
                        """);
        assertThat(printed("communication", run, "--json"))
                .startsWith("{\n  \"schema\": \"treeline/communication/1\"")
                .contains("\"compared\": \"8 ranks\"", "\"scope\": \"inclusive\"");
    }

    @Test
    void functionsThatAreNamedAreComparedInsteadOfMpiRoutines() {
        assertThat(printed("communication", run, "--function", "[ab]"))
                .isEqualTo(
                        """
                        time (inclusive) in functions among 8 ranks

                           min    mean     max  deviation  max/mean  min to max           ran on  slowest  function
                           0 s  25.1 s  51.0 s     26.9 s      2.03  █▁▁▁▁▁▁▁▁█           4 of 8  rank 7   b
                        1.00 s  25.5 s  50.0 s     26.2 s      1.96  █▁▁▁▁▁▁▁▁█  bimodal  8 of 8  rank 4   a
                        means cover all 8 ranks; ranks that did not run the call path count as 0
                        """);
        assertThat(printed("communication", run, "--function", "solve"))
                .endsWith(
                        "\nno selected rank ran a function whose name matches; the expression must"
                                + " match the whole name, such\n  as '.*solve.*'\n");
    }

    @Test
    void meansAreThoseOfImbalance() {
        for (String routine : List.of("MPI_Send", "MPI_File_open")) {
            String[] here = row("\n" + routine, printed("communication", run, "--csv"));
            String[] there =
                    row(
                            "\nmain/" + routine,
                            printed(
                                    "imbalance",
                                    run,
                                    "--metric",
                                    "time:inclusive",
                                    "--threshold",
                                    "0%",
                                    "--csv"));
            assertThat(List.of(here[3], here[4], here[7]))
                    .isEqualTo(List.of(there[6], there[7], there[4]));
        }
        assertThat(printed("imbalance", run))
                .contains(
                        "\n"
                            + "means cover all 8 ranks; ranks that did not run the call path count"
                            + " as 0\n");
    }

    private static String[] row(String start, String csv) {
        String from = csv.substring(csv.indexOf(start) + 1);
        return from.substring(0, from.indexOf('\n')).split(",");
    }

    @Test
    void whatCannotBeComparedIsSaid() throws IOException {
        assertThat(refused("communication", run, "--rank", 3))
                .startsWith(
                        "treeline: run.txt: cannot compare ranks: 1 found, at least 2 required");
        Path silent = drawn("silent.txt", "path rank0 rank1\nmain 1 2\n");
        assertThat(printed("communication", silent))
                .isEqualTo(
                        """
                        time (inclusive) in MPI routines among 2 ranks

                        no call of an MPI routine was recorded
                        """);
        Path heap = drawn("heap.txt", "metric heap B point\npath rank0 rank1\nMPI_Send 1 2\n");
        assertThat(refused("communication", heap))
                .startsWith("treeline: metric 'heap' is a point reading");
    }

    @Test
    void aRunThatIsReadInPartsGivesTheSameAnswer() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(Drawing.profileOf(RUN), file);
        Session real = new Session(Formats.all(), Session.PLAIN);
        for (String[] more :
                new String[][] {
                    {"--csv"},
                    {"--csv", "--rank", "2-7"},
                    {"--csv", "--function", ".*"},
                    {"--top", "3"}
                }) {
            String whole = printed(real, words(file, more));
            String before = System.getProperty("treeline.memory", "");
            System.setProperty("treeline.memory", "64");
            try {
                String parts = run(real, words(file, more)).out();
                assertThat(parts.startsWith("note: the run is read in parts: "))
                        .isEqualTo(more[0].equals("--top"));
                assertThat(withoutNote(parts)).isEqualTo(whole);
            } finally {
                if (before.isEmpty()) System.clearProperty("treeline.memory");
                else System.setProperty("treeline.memory", before);
            }
        }
    }

    private static Object[] words(Path file, String... more) {
        Object[] words = new Object[2 + more.length];
        words[0] = "communication";
        words[1] = file;
        System.arraycopy(more, 0, words, 2, more.length);
        return words;
    }

    private static String withoutNote(String text) {
        return text.replaceFirst("note: the run is read in parts: .*\n\n", "");
    }
}
