package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Context;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseFormat;
import treeline.testkit.Patience;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The native recorder under a real MPI.
@Timeout(Patience.TEST_SECONDS)
class NativeMpiTest {
    private static final int RANKS = 4;

    @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"jacobi", "figure-two"})
    void aProgramInCIsRecordedAsTheSameInJava(String name) throws Exception {
        NativeProgram program =
                NativeProgram.mpi(
                        folder,
                        NativeProgram.NATIVE.resolve("examples").resolve(name + ".c"),
                        "-Werror");
        assertThat(program.onRanks(RANKS).runs("--imbalance", "1", "--output", "out")).isEmpty();
        assertThat(described(program.recording())).isEqualTo(described(ofJava(name)));
    }

    @Test
    void theSameUnderMpich() throws Exception {
        Path source = NativeProgram.NATIVE.resolve("examples/jacobi.c");
        NativeProgram program = NativeProgram.mpich(folder, source).onRanks(RANKS);
        assertThat(program.runs("--imbalance", "1", "--output", "out")).isEmpty();
        assertThat(described(program.recording())).isEqualTo(described(ofJava("jacobi")));
    }

    private Profile ofJava(String name) throws Exception {
        String output = folder.resolve("java").toString();
        var options = new Options(Map.of("ranks", "" + RANKS, "imbalance", "1", "output", output));
        Example.named(name).run(options, new PrintStream(OutputStream.nullOutputStream()));
        try (ProfileSource source = new DatabaseFormat().open(Input.of(output))) {
            return source.load(Slice.everything());
        }
    }

    /// The whole profile except the times.
    private static List<String> described(Profile profile) {
        List<String> lines = new ArrayList<>();
        lines.add(profile.contexts().toString());
        lines.add(profile.metrics().toString());
        for (int node = 0; node < profile.tree().size(); node++) {
            lines.add(profile.tree().path(node).toString());
            for (String label : List.of("loop", "tag"))
                lines.add(label + " " + profile.outline().label(label, node));
            for (int context = 0; context < profile.contexts().size(); context++)
                lines.add(values(profile, node, context));
        }
        return lines;
    }

    private static String values(Profile profile, int node, int context) {
        SparseRows time = profile.column("time").byContext();
        int cell = time.find(context, node);
        return "%s iterations, calls %s, mem %s"
                .formatted(
                        cell < 0 ? "no" : time.seriesLength(cell),
                        values(profile.column("calls"), node, context),
                        values(profile.column("mem"), node, context));
    }

    private static String values(MetricColumn column, int node, int context) {
        SparseRows rows = column.byContext();
        int cell = rows.find(context, node);
        return cell < 0 ? "-" : rows.value(cell) + " " + Arrays.toString(rows.series(cell));
    }

    /// Rank 0 has the fewest events. The other ranks have more, in different orders and with
    /// different iteration counts.
    private static final String DIFFERENT =
            """
            int main(int count, char **values) {
                int rank;
                char name[32];
                MPI_Init(&count, &values);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                treeline_option("metrics", "tag:0");
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                for (int i = rank; i >= 0; i--) {
                    snprintf(name, sizeof name, "step %d", i);
                    treeline_begin(name, 0, 0);
                    if (i == 2) TREELINE_PUT("tag", "COMP");
                    treeline_end(name);
                }
                for (int i = 0; i < 2 * rank; i++) {
                    TREELINE_BEGIN_EACH("loop", i);
                    TREELINE_END("loop");
                }
                if (rank == 3) TREELINE_END("wrong");
                TREELINE_END("main");
                MPI_Finalize();
                return 0;
            }
            """;

    @ParameterizedTest
    @CsvSource({"Open MPI, 1", "Open MPI, 2", "Open MPI, 4", "MPICH, 2"})
    void ranksMayDifferInEventsOrderAndIterations(String mpi, int aggregators) throws Exception {
        NativeProgram program =
                NativeProgram.mpi(mpi, folder, DIFFERENT)
                        .onRanks(RANKS)
                        .with("TREELINE_RECORD_AGGREGATORS", "" + aggregators);
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: events were ended, or given values, while not open on their"
                                + " thread (rank 3, wrong)\n");
        Profile profile = program.recording();
        assertThat(profile.contexts())
                .containsExactly(
                        Context.ofRank(0), Context.ofRank(1), Context.ofRank(2), Context.ofRank(3));
        assertThat(NativeRecorderTest.calls(profile))
                .containsExactlyInAnyOrder(
                        "main 1 1 1 1",
                        "main/step 0 1 1 1 1",
                        "main/step 1 - 1 1 1",
                        "main/step 2 - - 1 1",
                        "main/step 3 - - - 1",
                        "main/loop - 2 4 6");
        assertThat(profile.outline().label("tag", profile.tree().at("main/step 2")))
                .isEqualTo("COMP");
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            assertThat(files).hasSize(aggregators);
        }
    }

    @Test
    void metricsAreThoseOfRankZero() throws Exception {
        NativeProgram program =
                NativeProgram.mpi(
                                folder,
                                """
                                int main(int count, char **values) {
                                    int rank;
                                    MPI_Init(&count, &values);
                                    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                                    treeline_option("metrics", rank == 0 ? "mem:1" : "tag:0");
                                    TREELINE_START("out");
                                    TREELINE_BEGIN("main");
                                    TREELINE_ADD("mem", 8);
                                    if (rank == 1) TREELINE_PUT("tag", "COMP");
                                    TREELINE_END("main");
                                    MPI_Finalize();
                                    return 0;
                                }
                                """)
                        .onRanks(2);
        assertThat(program.runs())
                .isEqualTo(
                        "treeline: values were given for undeclared metrics (rank 1," + " tag)\n");
        var mem = program.recording().column("mem").byContext();
        assertThat(mem.value(mem.find(1, 0))).isEqualTo(8);
    }

    @Test
    void rankZeroDecidesWhereItIsSwitchedOff() throws Exception {
        NativeProgram program =
                NativeProgram.mpi(folder, DIFFERENT)
                        .onRanks(RANKS)
                        .with("TREELINE_RECORD_ENABLED", "false");
        assertThat(program.runs()).isEmpty();
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void ranksOfDifferentVersionsAreRefused() throws Exception {
        Path newer = Files.createDirectory(folder.resolve("newer"));
        NativeProgram other = NativeProgram.mpi(newer, DIFFERENT, "-DTL_VERSION=\"9.9.9\"");
        NativeProgram program = NativeProgram.mpi(folder, DIFFERENT).onRanks(3).and(other);
        assertThat(program.runs())
                .matches(
                        "treeline: ranks run different versions of the Treeline recorder: \\S+ on"
                                + " rank 0, 9\\.9\\.9 on rank 3; install one version\n");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void ranksOfSeveralProgramsOfOneVersionAreRecorded() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        NativeProgram program =
                NativeProgram.mpi(folder, DIFFERENT)
                        .onRanks(1)
                        .and(NativeProgram.mpi(other, DIFFERENT));
        assertThat(program.runs()).isEmpty();
        assertThat(program.recording().contexts()).hasSize(2);
    }

    /// Each rank adds its file without communication. The snapshot becomes visible when all files
    /// are present. Parts of the ranks that the launcher terminated do not replace it.
    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void snapshotsOfAllRanksOutliveAKill(String mpi) throws Exception {
        NativeProgram program =
                NativeProgram.mpi(
                                mpi,
                                folder,
                                """
                                int main(int count, char **values) {
                                    int rank;
                                    MPI_Init(&count, &values);
                                    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                                    TREELINE_START("out");
                                    TREELINE_BEGIN("main");
                                    if (rank == 1) TREELINE_BEGIN_LOCAL("only here");
                                    while (access("out/snapshot-0002", F_OK) != 0) usleep(1000);
                                    if (rank == 2) raise(SIGKILL);
                                    MPI_Barrier(MPI_COMM_WORLD);
                                    MPI_Finalize();
                                    return 0;
                                }
                                """)
                        .onRanks(RANKS)
                        .with("TREELINE_RECORD_SNAPSHOT_INTERVAL", "0.02")
                        .with("TREELINE_RECORD_SNAPSHOT_SHARE", "1");
        assertThat(program.run().code()).isNotZero();
        assertThat(NativeRecorderTest.calls(program.recording()))
                .containsExactly("main 1 1 1 1", "main/only here - 1 - -");
    }

    /// The launcher kills all ranks as soon as one exits, so the ranks wait for the files of the
    /// other ranks.
    @ParameterizedTest
    @ValueSource(strings = {"Open MPI", "MPICH"})
    void ranksThatEndWithoutFinalizeWriteWhatTheyHave(String mpi) throws Exception {
        NativeProgram program =
                NativeProgram.mpi(
                                mpi,
                                folder,
                                """
                                static void await_both(void) {
                                    for (int i = 0; i < 100000; i++) {
                                        if (access("out/part-000.tlsnap", F_OK) == 0 &&
                                            access("out/part-001.tlsnap", F_OK) == 0)
                                            return;
                                        usleep(1000);
                                    }
                                }
                                int main(int count, char **values) {
                                    MPI_Init(&count, &values);
                                    atexit(await_both);
                                    TREELINE_START("out");
                                    TREELINE_BEGIN("main");
                                    TREELINE_END("main");
                                    exit(0);
                                }
                                """)
                        .onRanks(2);
        String said = program.run().err();
        if (!mpi.equals("MPICH")) // whose launcher drops the output of ranks that it kills
        assertThat(said)
                    .contains("treeline: rank 0 ended by exit before MPI_Finalize\n")
                    .contains("treeline: rank 1 ended by exit before MPI_Finalize\n");
        assertThat(NativeRecorderTest.calls(program.recording())).containsExactly("main 1 1");
    }

    @Test
    void aRunWithoutALauncherIsOneRank() throws Exception {
        NativeProgram program = NativeProgram.mpi(folder, DIFFERENT);
        assertThat(program.runs()).isEmpty();
        assertThat(NativeRecorderTest.calls(program.recording()))
                .containsExactly("main 1", "main/step 0 1");
    }
}
