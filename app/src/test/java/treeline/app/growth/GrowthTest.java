package treeline.app.growth;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import treeline.app.Session;
import treeline.formats.Formats;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Commands take memory in proportion to their input, whatever its shape. Each runs on a run of
/// some size and on one of four times the size; the bytes that its thread allocates are counted,
/// which are nearly the same on every machine and at every load. A cost that allocates nothing,
/// such as climbing in a call tree, is not seen.
class GrowthTest {
    private static final int FACTOR = 4;

    /// Allowed bytes grow with this power of the input: tables and sorting take a little more than
    /// linear, and arrays double.
    private static final double MAX_EXPONENT = 1.3;

    /// Less is not a cost, whatever it is proportional to: buffers that double show there.
    private static final double MIN_BYTES = 1e7;

    /// `RUN` is the path of the run, `FILE` that of an output file.
    private static final List<String> OF_RUNS =
            List.of(
                    "info RUN",
                    "tree RUN",
                    "tree RUN --depth 100000",
                    "tree RUN --csv",
                    "tree RUN --prune 1%,mpi,functions",
                    "query RUN MATCH(*)->(p)WHERE(p.time>2)",
                    "report RUN",
                    "hpcreport RUN",
                    "prune RUN --table",
                    "hot-path RUN",
                    "hot-path RUN --csv",
                    "imbalance RUN",
                    "ranks RUN",
                    "communication RUN",
                    "iterations RUN",
                    "longest-iterations RUN",
                    "flat RUN",
                    "callers RUN",
                    "callers RUN --csv",
                    "callgraph RUN",
                    "correlate RUN",
                    "diff RUN RUN",
                    "diff RUN RUN --by function --csv",
                    "table slice RUN --csv",
                    "convert RUN FILE.cali",
                    "convert RUN FILE.tldb",
                    "convert RUN FILE.db --to hpctoolkit",
                    "convert RUN FILE.parquet",
                    "convert RUN FILE.arrow",
                    "convert RUN FILE.h --to hatchet",
                    "convert RUN FILE.csv");

    private static final Set<String> WHOLE_PATHS =
            Set.of("convert RUN FILE.parquet", "convert RUN FILE.arrow", "convert RUN FILE.csv");

    private static final List<String> OF_TRACES =
            List.of(
                    "info RUN",
                    "tree RUN",
                    "report RUN",
                    "flat RUN",
                    "trace RUN",
                    "timeline RUN",
                    "utilisation RUN",
                    "instances RUN",
                    "pattern RUN",
                    "trace-diff RUN RUN");

    private static final List<String> OF_ENSEMBLES =
            List.of(
                    "ensemble info RUN",
                    "ensemble stats RUN",
                    "ensemble tree RUN",
                    "ensemble pivot RUN",
                    "ensemble model RUN",
                    "ensemble variability RUN");

    /// What grows faster by definition and is not run: pairs of metrics, and formats that have the
    /// path of each row or node in full.
    private static final Map<GrownRun, Set<String>> EXCEPTIONS =
            Map.of(
                    GrownRun.METRICS, Set.of("correlate RUN"),
                    GrownRun.CHAIN, WHOLE_PATHS,
                    GrownRun.RECURSION, WHOLE_PATHS,
                    GrownRun.MUTUAL, WHOLE_PATHS,
                    GrownRun.COMB, WHOLE_PATHS);

    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final Set<String> ANSWERED = new HashSet<>();

    @TempDir Path folder;
    private final Session session = new Session(Formats.all(), Session.PLAIN);
    private int files;

    @ParameterizedTest
    @EnumSource
    void bytesGrowAsTheInput(GrownRun shape) throws IOException {
        Path none = shape.write(folder, 4);
        Path small = shape.write(folder, shape.size);
        Path large = shape.write(folder, shape.size * FACTOR);
        Map<String, String> grown = new TreeMap<>();
        Set<String> exempt = EXCEPTIONS.getOrDefault(shape, Set.of());
        for (String command : commands(shape)) {
            if (exempt.contains(command)) {
                ANSWERED.add(command);
                continue;
            }
            allocated(command, none); // loads classes
            long fixed = allocated(command, none);
            long first = allocated(command, small) - fixed;
            long second = allocated(command, large) - fixed;
            double exponent = Math.log((double) second / first) / Math.log(FACTOR);
            if (second > MIN_BYTES && exponent > MAX_EXPONENT)
                grown.put(command, "%.2f: %,d, %,d bytes".formatted(exponent, first, second));
        }
        assertThat(grown).as("commands on %s that grow faster than their input", shape).isEmpty();
    }

    /// Some commands refuse some shapes, such as runs without iterations; none refuses all.
    @AfterAll
    static void everyCommandAnswersSomeShape() {
        assertThat(ANSWERED).containsAll(OF_RUNS).containsAll(OF_TRACES).containsAll(OF_ENSEMBLES);
    }

    private static List<String> commands(GrownRun shape) {
        return switch (shape) {
            case NESTED_TRACE, LOOP_TRACE -> OF_TRACES;
            case RUNS -> OF_ENSEMBLES;
            default -> OF_RUNS;
        };
    }

    private long allocated(String command, Path run) {
        String output = folder.resolve("out" + files++).toString();
        String[] words =
                Arrays.stream(command.split(" "))
                        .map(word -> word.replace("RUN", run.toString()).replace("FILE", output))
                        .toArray(String[]::new);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Session.Answer answer = session.run(words);
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (answer.exitCode() == 0) ANSWERED.add(command);
        return bytes;
    }
}
