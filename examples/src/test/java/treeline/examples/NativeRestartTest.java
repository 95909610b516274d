package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Loops whose iteration numbers do not start near 0, in the native recorder: calls, sums and
/// metrics are complete, and iterations have the numbers of the program.
@Timeout(Patience.TEST_SECONDS)
class NativeRestartTest {
    private static final String FAR =
            "treeline: iteration numbers were negative, beyond iteration-limit or too far apart;"
                    + " these calls are part of the sums, but not stored by iteration";

    @TempDir Path folder;

    /// Arguments are first, last and step of iteration numbers, or `alternate` or `wild`. It prints
    /// the sum of its own measurements, which are a bit more than what is recorded.
    private static final String PROGRAM =
            """
            #include <sys/syscall.h>
            #include <time.h>
            static int64_t ticks;
            /* Every look at the clock takes 100 ns, whatever else the machine does. */
            int clock_gettime(clockid_t clock, struct timespec *time) {
                int64_t nanos;
                if (clock != CLOCK_MONOTONIC) return (int)syscall(SYS_clock_gettime, clock, time);
                nanos = 100 * __atomic_add_fetch(&ticks, 1, __ATOMIC_RELAXED);
                time->tv_sec = nanos / 1000000000;
                time->tv_nsec = nanos % 1000000000;
                return 0;
            }
            static double now(void) {
                struct timespec time;
                clock_gettime(CLOCK_MONOTONIC, &time);
                return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
            }
            static double sum;
            static void step(int64_t iteration) {
                double start = now();
                TREELINE_BEGIN_EACH("step", iteration);
                TREELINE_ADD("n", 1);
                TREELINE_END("step");
                sum += now() - start;
            }
            int main(int count, char **argument) {
                long resident = 0;
                FILE *pages;
                treeline_option("metrics", "n:1");
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                if (count > 3) {
                    int64_t by = atoll(argument[3]);
                    for (int64_t i = atoll(argument[1]); i != atoll(argument[2]); i += by) step(i);
                } else if (argument[1][0] == 'a')
                    for (int i = 0; i < 1000000; i++) step(i % 2 == 0 ? 0 : 1000000000000);
                else {
                    step(INT64_MAX);
                    step(7);
                    step(INT64_MIN);
                    step(-1);
                    step((int64_t)1 << 31);
                    step(9);
                }
                TREELINE_END("main");
                pages = fopen("/proc/self/statm", "r");
                if (fscanf(pages, "%*d %ld", &resident) != 1) return 1;
                printf("%.0f %ld", sum, resident * sysconf(_SC_PAGESIZE) / 1024);
                return 0;
            }
            """;

    private NativeProgram program;

    @BeforeEach
    void compile() throws Exception {
        program = NativeProgram.c(folder, PROGRAM);
    }

    private static List<Integer> iterations(Profile profile) {
        SparseRows rows = profile.column("time").byContext();
        int cell = rows.find(0, profile.tree().at("main/step"));
        List<Integer> ran = new ArrayList<>();
        for (int i = rows.firstIteration(cell); i < rows.seriesLength(cell); i++)
            if (!Double.isNaN(rows.iteration(cell, i))) ran.add(i);
        return ran;
    }

    private Profile complete(int calls) throws Exception {
        Profile profile = program.recording();
        int step = profile.tree().at("main/step");
        double[] printed =
                List.of(Files.readString(folder.resolve("stdout.txt")).split(" ")).stream()
                        .mapToDouble(Double::parseDouble)
                        .toArray();
        assertThat(profile.column("calls").at(0, step)).isEqualTo(calls);
        assertThat(profile.column("n").at(0, step)).isEqualTo(calls);
        double time = profile.column("time").at(0, step);
        assertThat(time)
                .isPositive()
                .isLessThanOrEqualTo(printed[0])
                .isLessThanOrEqualTo(profile.column("time").at(0, profile.tree().at("main")));
        assertThat(time).as("time of all calls").isGreaterThan(printed[0] * 0.1);
        assertThat(printed[1]).as("kilobytes").isLessThan(60_000);
        return profile;
    }

    @Test
    void aLoopMayStartAtAMillion() throws Exception {
        assertThat(program.runs("1000000", "1000100", "1")).isEmpty();
        assertThat(iterations(complete(100)))
                .hasSize(100)
                .startsWith(1_000_000)
                .endsWith(1_000_099);
    }

    @Test
    void aLoopMayCountDown() throws Exception {
        assertThat(program.runs("2000000", "1900000", "-1")).isEmpty();
        assertThat(iterations(complete(100_000))).hasSize(100_000).startsWith(1_900_001);
    }

    @Test
    void wildNumbersCountInTheSums() throws Exception {
        assertThat(program.runs("wild")).isEqualTo(FAR + ", 4 times (first: step)\n");
        assertThat(iterations(complete(6))).containsExactly(7, 9);
    }

    @Test
    void numbersThatAlternateBetweenFarPlacesTakeLittleMemory() throws Exception {
        assertThat(program.runs("alternate")).isEqualTo(FAR + ", 500000 times (first: step)\n");
        assertThat(iterations(complete(1_000_000))).containsExactly(0);
    }
}
