package treeline.app.commands;

import org.junit.jupiter.api.BeforeEach;

import java.io.IOException;
import java.nio.file.Path;

/// Tests of analyses on a run that fits on a napkin: rank 3 computes four times as long as the
/// others, who wait for it.
public abstract class SolverTest extends CommandTest {
    protected Path solver;

    @BeforeEach
    protected void draw() throws IOException {
        solver =
                drawn(
                        "solver.txt",
                        """
                        path                 tag   rank0  rank1  rank2  rank3  rank4
                        main                 -         1      1      1      1      1
                        main/solve           COMP     10     10     10     40     10
                        main/solve/wait      COMM     32     31     30      2     30
                        main/write           IO        4      2      2      2      2
                        main/write/wait      COMM      1      1      1      1      1

                        metric bytes B exclusive
                        path                 rank0  rank1  rank2  rank3  rank4
                        main/solve             100    100    100    400    100
                        main/solve/wait         50     50     50     50     50
                        main/write            4000   2000   2000   2000   2000
                        """);
    }
}
