package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.commands.CommandTest;

import java.io.IOException;
import java.nio.file.Path;

class LongestIterationsTest extends CommandTest {
    @Test
    void iterationsAreComparedWithTheMedianOfTheirLoop() throws IOException {
        Path run =
                drawn(
                        "run.txt",
                        """
                        metric time s inclusive
                        path        rank0        rank1
                        main        40           40
                        main/step   1+1+3+1+1    1+1+2+1+6
                        main/io     4+4+4        4+4+4
                        """);
        assertThat(printed("longest-iterations", run, "--top", 3))
                .isEqualTo(
                        """
                        longest iterations by time (inclusive) of the slowest rank, compared with the loop median

                        duration  from median  of median  iteration  rank    loop
                          6.00 s      +5.00 s    600.0 %          4  rank 1  main/step
                          4.00 s          0 s    100.0 %          0          main/io
                          4.00 s          0 s    100.0 %          1          main/io
                        … 5 more
                        iteration 4 of main/step takes 6.00 s, +5.00 s from the loop median (1.00 s)
                        """);
        assertThat(printed("longest-iterations", run, "--sort", "ratio", "--top", 2, "--csv"))
                .isEqualTo(
                        """
                        path,iteration,rank,duration:inclusive [s],median:inclusive [s],excess:inclusive [s],ratio
                        main/step,4,rank 1,6.0,1.0,5.0,6.0
                        main/step,2,rank 0,3.0,1.0,2.0,3.0
                        """);
        System.setProperty("treeline.memory", "10");
        try {
            assertThat(printed("longest-iterations", run, "--top", 1))
                    .contains("read in parts", "6.00 s      +5.00 s    600.0 %          4  rank 1");
        } finally {
            System.clearProperty("treeline.memory");
        }
    }

    @Test
    void aRunWithoutIterationsIsRefused() throws IOException {
        Path run = drawn("sums.txt", "path rank0\nmain 5\n");
        assertThat(refused("longest-iterations", run))
                .startsWith("treeline: sums.txt has no iterations of time (inclusive); record");
    }
}
