package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The end of a native recording under MPI: call paths and small values go up a binomial tree.
@Timeout(Patience.TEST_SECONDS)
class NativeTreeTest {
    /// Not a power of two: the subtrees of ranks 4 and 6 are incomplete.
    private static final int RANKS = 7;

    /// Neighbours run the same events in different orders, and each rank has an event of its own.
    private static final String PROGRAM =
            """
            static int has_metric;
            static void event(const char *name) {
                treeline_begin(name, 0, 0);
                if (has_metric) TREELINE_ADD("mem", 1);
                treeline_end(name);
            }
            int main(int count, char **values) {
                int rank;
                char name[1000];
                const char *mode = count > 1 ? values[1] : "";
                MPI_Init(&count, &values);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                treeline_option("replace", "true");
                has_metric = strcmp(mode, "metric") == 0;
                if (has_metric) treeline_option("metrics", "mem:1");
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                event(rank % 2 == 0 ? "a" : "b");
                event(rank % 2 == 0 ? "b" : "a");
                if (strcmp(mode, "many") == 0 && rank == 5)
                    for (int i = 0; i < 20000; i++) {
                        TREELINE_BEGIN_EACH("many", i);
                        TREELINE_END("many");
                    }
                if (strcmp(mode, "long") == 0)
                    for (int i = 0; i < 80; i++) {
                        snprintf(name, sizeof name, "%0900d", i);
                        event(name);
                    }
                snprintf(name, sizeof name, "only %d", rank);
                event(name);
                if (rank >= 2) TREELINE_END("wrong");
                TREELINE_END("main");
                MPI_Finalize();
                return 0;
            }
            """;

    private static final String MISUSE =
            "treeline: events were ended, or given values, while not open on their thread,"
                    + " 5 times (first: rank 2, wrong)\n";

    private static final List<String> EXPECTED =
            List.of(
                    "main 1 1 1 1 1 1 1",
                    "main/a 1 1 1 1 1 1 1",
                    "main/b 1 1 1 1 1 1 1",
                    "main/only 0 1 - - - - - -",
                    "main/only 1 - 1 - - - - -",
                    "main/only 2 - - 1 - - - -",
                    "main/only 3 - - - 1 - - -",
                    "main/only 4 - - - - 1 - -",
                    "main/only 5 - - - - - 1 -",
                    "main/only 6 - - - - - - 1");

    @TempDir Path folder;

    private NativeProgram program;

    @BeforeEach
    void compile() throws Exception {
        program = NativeProgram.mpi(folder, PROGRAM).onRanks(RANKS);
    }

    @Test
    void smallValuesComeWithTheCallPaths() throws Exception {
        assertThat(program.runs()).isEqualTo(MISUSE);
        assertThat(NativeRecorderTest.calls(program.recording()))
                .containsExactlyElementsOf(EXPECTED);
        assertThat(program.runs("metric")).isEqualTo(MISUSE);
        Profile profile = program.recording();
        assertThat(NativeRecorderTest.calls(profile)).containsExactlyElementsOf(EXPECTED);
        var mem = profile.column("mem").byContext();
        assertThat(mem.value(mem.find(6, profile.tree().at("main/only 6")))).isEqualTo(1);
        assertThat(mem.find(6, profile.tree().at("main/only 5"))).isNegative();
    }

    /// One rank with many values is enough for all to send their values in the second phase.
    @Test
    void aRankWithManyValuesSendsThemLater() throws Exception {
        assertThat(program.runs("many")).isEqualTo(MISUSE);
        assertThat(NativeRecorderTest.calls(program.recording()))
                .contains("main/many - - - - - 20000 -")
                .containsAll(EXPECTED);
    }

    /// Path sets of more than 64 KiB are sent if the parent lacks them.
    @Test
    void longPathSetsAreSentOnRequest() throws Exception {
        assertThat(program.runs("long")).isEqualTo(MISUSE);
        assertThat(NativeRecorderTest.calls(program.recording()))
                .hasSize(EXPECTED.size() + 80)
                .contains("main/" + "0".repeat(899) + "7 1 1 1 1 1 1 1")
                .containsAll(EXPECTED);
    }

    @Test
    void severalFilesAreWrittenByTheirAggregators() throws Exception {
        assertThat(program.with("TREELINE_RECORD_AGGREGATORS", "3").runs()).isEqualTo(MISUSE);
        assertThat(NativeRecorderTest.calls(program.recording()))
                .containsExactlyElementsOf(EXPECTED);
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            assertThat(files).hasSize(3);
        }
    }
}
