package treeline.app.commands;

import org.junit.jupiter.api.BeforeEach;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Tests of analyses on a run that fits on a napkin: rank 3 computes four times as long as the
/// others, who wait for it.
public abstract class SolverTest extends CommandTest {
    /// Knows the formats that users have.
    protected final Session real = new Session(Formats.all(), wide.screen());

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

    /// A drawing as a database, for [#real].
    protected Path database(String name, String drawing) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(Drawing.profileOf(drawing), file);
        return file;
    }

    /// A row of a drawing: a cell per rank.
    protected static String each(int ranks, IntFunction<String> cell) {
        return IntStream.range(0, ranks).mapToObj(cell).collect(Collectors.joining(" "));
    }
}
