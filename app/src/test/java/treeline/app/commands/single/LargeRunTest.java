package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs that do not fit into memory have the numbers of those that do, and say so.
class LargeRunTest extends SolverTest {
    private static final String MEMORY = "treeline.memory";
    private Path database;

    @BeforeEach
    void convert() throws IOException {
        database = folder.resolve("solver.tldb");
        new DatabaseExporter().export(Drawing.profileOf(Files.readString(solver)), database);
    }

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    private String inParts(Object... arguments) {
        System.setProperty(MEMORY, "100");
        try {
            return printed(real, arguments);
        } finally {
            System.clearProperty(MEMORY);
        }
    }

    private static String withoutNote(String text) {
        return text.replaceFirst("note: the run is read in parts: [^\n]*\n\n", "");
    }

    @Test
    void numbersAreTheSame() {
        for (String command : new String[] {"flat", "imbalance", "hot-path", "callers", "tree"})
            for (String more : new String[] {"--threshold=0", "--only=communication"}) {
                if (more.startsWith("--threshold") && !command.equals("imbalance")) continue;
                Object[] arguments = {command, database, more};
                String parts = inParts(arguments);
                assertThat(parts).contains("the run is read in parts");
                assertThat(withoutNote(parts)).isEqualTo(printed(real, arguments));
            }
        Object[] verbose = {"imbalance", database, "--verbose"};
        assertThat(withoutNote(inParts(verbose))).isEqualTo(printed(real, verbose));
        Object[] csv = {"imbalance", database, "--verbose", "--csv"};
        System.setProperty(MEMORY, "100");
        var parts = run(real, csv);
        System.clearProperty(MEMORY);
        assertThat(parts.out()).isEqualTo(printed(real, csv));
        assertThat(parts.err()).startsWith("note: the run is read in parts: ");
    }

    @Test
    void infoTakesSizesFromIndexesAndReadsNoValues() {
        assertThat(inParts("info", database))
                .containsPattern("values +at most [0-9,]+ \\(from the index, not read\\)\n")
                .contains("values were not read");
        assertThat(inParts("info", database, "--json"))
                .contains("\"counted\": false", "\"cells\": null");
    }

    @Test
    void aPrunedRunIsWrittenInParts() {
        Path parts = folder.resolve("parts.tldb");
        Path whole = folder.resolve("whole.tldb");
        inParts("prune", database, "--prune", "20%", "-o", parts);
        printed(real, "prune", database, "--prune", "20%", "-o", whole);
        for (String command : new String[] {"tree", "imbalance", "flat"})
            assertThat(printed(real, command, parts, "--csv"))
                    .isEqualTo(printed(real, command, whole, "--csv"));
        assertThat(printed(real, "table", "slice", parts, "--csv"))
                .isEqualTo(printed(real, "table", "slice", whole, "--csv"));
        assertThat(printed(real, "info", parts)).containsPattern("pruned +20% \\(");
    }

    /// Before it reads anything.
    @Test
    void aPrunedRunThatDoesNotFitIsNotWrittenAtOnce() {
        System.setProperty(MEMORY, "100");
        Path small = folder.resolve("small.cali");
        var answer = run(real, "prune", database, "--prune", "1%", "-o", small);
        assertThat(answer.err())
                .contains(
                        "prune --output must hold all values in memory, because",
                        "files needs them at once: up to",
                        "100 B are available; write a .tldb file, which is written in parts");
        assertThat(small).doesNotExist();
    }

    @Test
    void differencesInPartsSayWhyTheyAreNotTested() throws IOException {
        List<Path> runs = new ArrayList<>();
        for (int run = 1; run <= 2; run++) {
            var builder = new ProfileBuilder();
            int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
            int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
            for (int i = 0; i < 4; i++)
                builder.add(
                        time,
                        builder.context(Context.ofRank(i % 2).inRepetition(i / 2)),
                        main,
                        run + 0.1 * i);
            Path file = folder.resolve(run + ".tldb");
            new DatabaseExporter().export(builder.build(), file);
            runs.add(file);
        }
        String untested =
                "no p values: repetitions are averaged in runs that are read in parts, and before"
                        + " nodes are selected";
        assertThat(inParts("diff", runs.getFirst(), runs.getLast())).contains(untested);
        assertThat(printed(real, "diff", runs.getFirst(), runs.getLast()))
                .contains("p adjusted")
                .doesNotContain(untested);
    }

    @Test
    void differencesAreTheSame() throws IOException {
        Path after =
                database(
                        "after.tldb",
                        """
                        path                 rank0  rank1  rank2
                        main                     1      1      1
                        main/solve              10     10     50
                        main/solve/MPI_Wait     41     41      1
                        main/read/wait           7      3      5
                        """);
        for (String of : new String[] {"mean", "min", "max"})
            for (String by : new String[] {"--threshold=0", "--by=function", "--hide=solve"}) {
                Object[] words = {"diff", database, after, "--of", of, by};
                String parts = inParts(words);
                assertThat(parts).contains("the run is read in parts");
                assertThat(parts.replaceFirst("(note: [^\n]*\n)+\n", ""))
                        .isEqualTo(printed(real, words));
            }
    }

    /// Means over all ranks decide, in a pass of their own.
    @Test
    void pathsCompareMeans() {
        Object[] words = {"tree", database, "--paths", "MATCH (p) WHERE p.time > 5"};
        assertThat(withoutNote(inParts(words))).isEqualTo(printed(real, words));
    }

    @Test
    void singleRanksAreCompared() {
        for (String where : new String[] {"ANY p.time > 35", "ALL p.time > 35", "p.time IS NONE"}) {
            Object[] words = {"query", database, "MATCH (p) WHERE " + where};
            assertThat(withoutNote(inParts(words))).isEqualTo(printed(real, words));
        }
        Object[] paths = {"tree", database, "--paths", "MATCH (p) WHERE ANY p.time > 35"};
        assertThat(withoutNote(inParts(paths))).isEqualTo(printed(real, paths));
    }

    /// Orders of all cells do not follow from sums over parts. A part is a rank at least, too.
    @Test
    void atLeastOneRankIsSampled() {
        assertThat(inParts("correlate", database)).contains("1 of 5 ranks, a random sample");
    }

    @Test
    void correlationsOfOrdersTakeSampledRanks() throws IOException {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int bytes = builder.metric(new Metric("bytes", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        int[] nodes = {main, builder.child(main, Frame.function("solve"))};
        for (int rank = 0; rank < 12; rank++) {
            int context = builder.context(Context.ofRank(rank));
            for (int node : nodes)
                builder.add(time, context, node, 1 + rank * 7 % 12 + node)
                        .add(bytes, context, node, 5 + rank * 5 % 12);
        }
        Path run = folder.resolve("two-metrics.tldb");
        new DatabaseExporter().export(builder.build(), run);
        String sampled = printed(real, "correlate", run, "--rank", "~4", "--csv");
        System.setProperty(MEMORY, "" + 2 * 48 * 17);
        var answer = run(real, "correlate", run, "--csv");
        assertThat(answer.err()).contains("4 of 12 ranks, a random sample that fits into memory");
        assertThat(answer.out()).isEqualTo(sampled);
        assertThat(printed(real, "correlate", run, "--explain")).contains("4 of 12");
    }
}
