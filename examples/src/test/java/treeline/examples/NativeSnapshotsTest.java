package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.testkit.Trials;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/// Snapshots of the native recorder agree in themselves: those of threads that record as fast as
/// they can, and those that killed programs leave. `-Dtreeline.full=true` kills more of them.
@Timeout(3_600)
class NativeSnapshotsTest {
    private static final int KILLS = Trials.of(3, 100);
    private static final int SNAPSHOTS = 200;

    @TempDir Path folder;

    /// Two threads record, and a third one writes snapshots, which takes long enough for thousands
    /// of events. Iterations are new, repeated, descending, and not stored.
    private static final String BUSY =
            """
            #include <fcntl.h>
            #include <sys/stat.h>
            #include "own-part.h"
            static int stops;
            static int started;
            static void *snapshots(void *unused) {
                while (!__atomic_load_n(&started, __ATOMIC_ACQUIRE)) usleep(100);
                for (int i = 0; i < 200; i++) {
                    char name[32];
                    char problem[512];
                    int directory;
                    snprintf(name, sizeof name, "snap%d", i);
                    mkdir(name, 0777);
                    directory = open(name, O_RDONLY | O_DIRECTORY);
                    if (tl_write_own_part(directory, name, i + 1, problem, sizeof problem) != 0) {
                        fprintf(stderr, "%s", problem);
                        exit(1);
                    }
                    close(directory);
                }
                __atomic_store_n(&stops, 1, __ATOMIC_RELEASE);
                return unused;
            }
            static void *busy(void *unused) {
                TREELINE_BEGIN("main");
                for (int i = 0; !__atomic_load_n(&stops, __ATOMIC_ACQUIRE); i++) {
                    TREELINE_BEGIN_EACH("step", 1000000 + i % 3000);
                    TREELINE_BEGIN_EACH("inner", i % 700);
                    TREELINE_BEGIN("in");
                    TREELINE_ADD("n", 1);
                    TREELINE_END("in");
                    TREELINE_ADD("n", 1);
                    TREELINE_END("inner");
                    TREELINE_BEGIN_EACH("down", i % 50 == 0 ? -1 : 2000000 - i % 3000);
                    TREELINE_END("down");
                    TREELINE_END("step");
                    if (i == 100) __atomic_store_n(&started, 1, __ATOMIC_RELEASE);
                }
                TREELINE_END("main");
                return unused;
            }
            int main(void) {
                pthread_t writer;
                pthread_t other;
                treeline_option("metrics", "n:1");
                TREELINE_START("out");
                pthread_create(&writer, NULL, snapshots, NULL);
                pthread_create(&other, NULL, busy, NULL);
                busy(NULL);
                pthread_join(writer, NULL);
                pthread_join(other, NULL);
                return 0;
            }
            """;

    @Test
    void everySnapshotOfBusyThreadsAgrees() throws Exception {
        NativeProgram program =
                NativeProgram.c(
                        folder,
                        BUSY,
                        "-DTL_STEP_NANOS=100000",
                        "-I",
                        NativeProgram.NATIVE.resolve("src").toString());
        program.runs();
        for (int i = 0; i < SNAPSHOTS; i++) {
            Profile profile = program.recording("snap" + i);
            for (int context = 0; context < profile.contexts().size(); context++) {
                assertAgrees(profile, context);
                assertThat(calls(profile, context, "main/step"))
                        .as("snapshot %d", i)
                        .isGreaterThanOrEqualTo(calls(profile, context, "main/step/inner"));
                double inner = time(profile, context, "main/step/inner");
                double down = time(profile, context, "main/step/down");
                assertThat(inner + down).isLessThanOrEqualTo(time(profile, context, "main/step"));
                assertThat(calls(profile, context, "main/step/inner"))
                        .isBetween(
                                calls(profile, context, "main/step/down"),
                                calls(profile, context, "main/step/down") + 1);
            }
        }
        int step = program.recording().tree().at("main/step");
        assertThat(program.recording().column("calls").at(0, step)).isPositive();
    }

    private static double calls(Profile profile, int context, String path) {
        double calls = profile.column("calls").at(context, profile.tree().at(path));
        return Double.isNaN(calls) ? 0 : calls;
    }

    private static double time(Profile profile, int context, String path) {
        double time = profile.column("time").at(context, profile.tree().at(path));
        return Double.isNaN(time) ? 0 : time;
    }

    /// What holds for every thread of the programs here.
    private static void assertAgrees(Profile profile, int context) {
        if (profile.tree().size() < 3) return; // the loop has just started
        String in = profile.tree().size() > 4 ? "main/step/inner/in" : "main/step/in";
        int step = profile.tree().at("main/step");
        double steps = calls(profile, context, "main/step");
        if (steps == 0) return; // the thread has just started
        double n = profile.column("n").at(context, profile.tree().at(in));
        assertThat(steps - calls(profile, context, in)).isBetween(0., 1.);
        assertThat(calls(profile, context, in) - n).isBetween(0., 1.);
        MetricColumn time = profile.column("time");
        assertThat(time(profile, context, "main")).isGreaterThanOrEqualTo(time.at(context, step));
        assertThat(time.at(context, step)).isGreaterThanOrEqualTo(time(profile, context, in));
        assertThat(ran(time.byContext(), context, step))
                .isEqualTo(profile.tree().size() > 4 ? Math.min(steps, 3_000) : steps);
    }

    private static double ran(SparseRows rows, int context, int node) {
        int cell = rows.find(context, node);
        int ran = 0;
        for (int i = rows.firstIteration(cell); i < rows.seriesLength(cell); i++)
            if (!Double.isNaN(rows.iteration(cell, i))) ran++;
        return ran;
    }

    private static final String ENDLESS =
            """
                treeline_option("metrics", "n:1");
                treeline_option("snapshot-interval", "0.005");
                treeline_option("snapshot-share", "1");
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                for (int i = 0;; i++) {
                    TREELINE_BEGIN_EACH("step", i);
                    TREELINE_BEGIN("in");
                    TREELINE_ADD("n", 1);
                    for (volatile int k = 0; k < 3000; k++) {}
                    TREELINE_END("in");
                    TREELINE_END("step");
                }
            }
            """;

    @Test
    void aKilledProgramLeavesACompleteSnapshotOrNothing() throws Exception {
        NativeProgram program = NativeProgram.c(folder, "int main(void) {\n" + ENDLESS);
        var random = new Random(39);
        int snapshots = 0;
        for (int i = 0; i < KILLS; i++) {
            Process process = program.start();
            Thread.sleep(random.nextInt(300));
            process.destroyForcibly().waitFor();
            if (leavesSnapshot()) snapshots++;
        }
        System.out.printf("%d kills, %d with a snapshot%n", KILLS, snapshots);
    }

    @Test
    void aKilledRankLeavesACompleteSnapshotOfAllRanksOrNothing() throws Exception {
        NativeProgram program =
                NativeProgram.mpi(
                                folder,
                                "int main(int count, char **arguments) {\n"
                                        + "MPI_Init(&count, &arguments);\n"
                                        + ENDLESS)
                        .onRanks(2);
        var random = new Random(40);
        int snapshots = 0;
        int kills = (KILLS + 3) / 4;
        for (int i = 0; i < kills; i++) {
            Process mpirun = program.start();
            Thread.sleep(1_000 + random.nextInt(1_500));
            var ranks =
                    mpirun.descendants()
                            .filter(each -> each.info().command().orElse("").endsWith("/program"))
                            .toList();
            if (ranks.isEmpty()) mpirun.destroyForcibly();
            else ranks.get(random.nextInt(ranks.size())).destroyForcibly();
            mpirun.waitFor();
            if (leavesSnapshot()) snapshots++;
        }
        System.out.printf("%d kills under MPI, %d with a snapshot%n", kills, snapshots);
    }

    private boolean leavesSnapshot() throws IOException {
        Path out = folder.resolve("out");
        if (!out.toFile().exists()) return false;
        Input input = Input.of(out.toString());
        boolean isThere = new SnapshotFormat().isProfileFolder(input);
        if (isThere)
            try (ProfileSource source = new SnapshotFormat().open(input)) {
                assertThat(source.report().entries())
                        .singleElement()
                        .asString()
                        .contains("incomplete recording; showing the newest snapshot of the run");
                Profile profile = source.load(Slice.everything());
                for (int context = 0; context < profile.contexts().size(); context++)
                    assertAgrees(profile, context);
            }
        FileCalls.delete(out);
        return isThere;
    }
}
