package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;

class HpcReportCommandTest extends CommandTest {
    private static final String RUN =
            """
            path                    rank0thread0  rank0thread1  rank1thread0  rank1thread1
            main                              10             -            12             -
            main/MPI_Init                      1             -             1             -
            main/solve._omp_fn.0               6             6             6             6
            main/solve._omp_fn.0/fma           -             1             1             -
            main/GOMP_barrier                  1             2             2             2
            main/MPI_Allreduce                10             -             8             -
            main/MPI_Allreduce/MPI_Wait        1             -             1             -
            main/MPI_Send                      2             -             1             -
            main/write                         1             -             1             -
            """;

    @Test
    void theTimeIsDividedAndTheVerdictExplained() throws IOException {
        assertThat(printed(wide, "hpcreport", drawn("run.txt", RUN)))
                .isEqualTo(
                        """
                        mixed: the time is 59 % computation, 28 % communication, 8.5 % waiting for threads, 2.4 % I/O, 2.4 % MPI start-up

                        time, mean of 2 ranks, their 4 threads added up
                                time    share  operation
                        host  41.0 s  100.0 %  total
                        host  13.0 s   31.7 %  OpenMP work
                        host  11.0 s   26.8 %  Computation and all else
                        host  10.0 s   24.4 %  MPI collective
                        host  3.50 s    8.5 %  OpenMP wait
                        host  1.50 s    3.7 %  MPI point-to-point
                        host  1.00 s    2.4 %  MPI environment and profiling
                        host  1.00 s    2.4 %  I/O files
                        """);
    }

    @Test
    void programsGetEveryRow() throws IOException {
        Path run = drawn("run.txt", RUN);
        assertThat(printed("hpcreport", run, "--of", "sum", "--csv"))
                .isEqualTo(
                        """
                        part,major,minor,value,unit,share
                        host,total,"",82.0,s,1.0
                        host,OpenMP,work,26.0,s,0.3170731707317073
                        host,Computation,and all else,22.0,s,0.2682926829268293
                        host,MPI,collective,20.0,s,0.24390243902439024
                        host,OpenMP,wait,7.0,s,0.08536585365853659
                        host,MPI,point-to-point,3.0,s,0.036585365853658534
                        host,MPI,environment and profiling,2.0,s,0.024390243902439025
                        host,I/O,files,2.0,s,0.024390243902439025
                        """);
        assertThat(printed("hpcreport", run, "--json"))
                .startsWith("{\n  \"schema\": \"treeline/hpcreport/1\"")
                .contains("\"bound\": \"mixed\"", "\"devices\": []");
    }

    @Test
    void devicesHaveATotalOfTheirOwn() throws IOException {
        Path run =
                drawn(
                        "gpu.txt",
                        """
                        path                        rank0
                        main                           40
                        main/cudaDeviceSynchronize     55
                        main/cudaMemcpy                 5

                        metric GKER s exclusive
                        path                        rank0
                        main                           50

                        metric GXCOPY s exclusive
                        path                        rank0
                        main/cudaMemcpy                 4

                        metric GSYNC s exclusive
                        path                        rank0
                        main/cudaDeviceSynchronize     54
                        """);
        assertThat(printed(wide, "hpcreport", run))
                .isEqualTo(
                        """
                        GPU-bound: the GPU is busy 54 % of elapsed time
                        the CPU waits for it 55 % of its time
                        kernels are 93 % of GPU time, copies 7.4 %
                        cannot determine what bounds the kernels: the profile has no samples or stalls inside them

                        time, rank 0
                                time    share  operation
                        host   100 s  100.0 %  total
                        host  55.0 s   55.0 %  GPU calls synchronisation
                        host  40.0 s   40.0 %  Computation and all else
                        host  5.00 s    5.0 %  GPU calls explicit copy
                        GPU   54.0 s  100.0 %  total
                        GPU   50.0 s   92.6 %  GPU kernel execution
                        GPU   4.00 s    7.4 %  GPU explicit copy
                        wait  54.0 s        -  GPU synchronisation
                        cannot determine when the GPU was idle: the profile has no trace of its streams
                        """);
    }

    @Test
    void storedSumsAndLoadedValuesGiveTheSameRows() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(Drawing.profileOf(RUN), file);
        Session real = new Session(Formats.all(), Session.PLAIN);
        for (String of : new String[] {"mean", "sum"}) {
            String drawn = printed("hpcreport", drawn("run.txt", RUN), "--of", of, "--csv");
            assertThat(printed(real, "hpcreport", file, "--of", of, "--csv")).isEqualTo(drawn);
            assertThat(printed(real, "hpcreport", file, "--of", of, "--rank", "0-1", "--csv"))
                    .isEqualTo(drawn);
        }
    }

    @Test
    void whatDoesNotAddUpIsRefused() throws IOException {
        Path heap = drawn("heap.txt", "metric heap B point\npath rank0\nmain 1\n");
        assertThat(refused("hpcreport", heap))
                .isEqualTo(
                        """
                        treeline: heap.txt has no time, clock or GPU metric whose values add up
                          see 'treeline hpcreport --help'
                        """);
        assertThat(refused("hpcreport", heap, "--metric", "heap"))
                .startsWith("treeline: metric 'heap' is a point reading");
        Path bytes = drawn("bytes.txt", "metric bytes B exclusive\npath rank0\nmain 1\n");
        assertThat(refused("hpcreport", bytes)).contains("; select one with --metric: bytes\n");
        assertThat(printed("hpcreport", bytes, "--metric", "bytes")).contains("1 B  100.0 %");
        assertThat(refused("hpcreport", drawn("run.txt", RUN), "--of", "max"))
                .contains("minima and maxima do not add up");
    }
}
