package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata.Value;
import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.trace.Traces;
import treeline.testkit.Patience;
import treeline.testkit.TraceCalls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The option `trace` of the native recorder.
@Timeout(Patience.TEST_SECONDS)
class NativeTraceTest {
    @TempDir Path folder;

    private ProfileSource open() throws IOException {
        return new SnapshotFormat().open(Input.of(folder.resolve("out").toString()));
    }

    private long traceFiles() throws IOException {
        try (var files = Files.list(folder.resolve("out"))) {
            return files.filter(file -> file.toString().endsWith(".tltrace")).count();
        }
    }

    /// Arguments: how often the workers call, and how the program ends.
    private static final String THREADS =
            """
            static int calls;
            static void *work(void *unused) {
                for (int i = 0; i < calls; i++) {
                    TREELINE_BEGIN("work");
                    TREELINE_BEGIN_EACH("step", i);
                    TREELINE_END("step");
                    TREELINE_END("work");
                }
                return unused;
            }
            int main(int count, char **values) {
                pthread_t threads[3];
                calls = atoi(values[1]);
                treeline_option("trace", "true");
                TREELINE_START("out");
                for (int repetition = 0; repetition < 2; repetition++) {
                    TREELINE_BEGIN("main");
                    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
                    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
                    if (count > 2) raise(SIGTERM);
                    TREELINE_END("main");
                }
                TREELINE_CLOSE();
                return 0;
            }
            """;

    @Test
    void callsAndTimesOfThreadsAreThoseOfTheProfile() throws Exception {
        NativeProgram.c(folder, THREADS).runs("5000");
        assertThat(traceFiles()).isOne();
        try (ProfileSource source = open()) {
            assertThat(source.traces().detail()).isEqualTo(Traces.Detail.CALLS);
            assertThat(source.traces().samples()).isEqualTo(4 + 2 * 3 * 5_000 * 4);
            assertThat(TraceCalls.ofTrace(source)).isEqualTo(TraceCalls.ofProfile(source));
            assertThat(source.report().entries()).isEmpty();
        }
    }

    @Test
    void eventsBeyondTheLimitAreCountedAndStillInTheProfile() throws Exception {
        String said =
                NativeProgram.c(folder, THREADS)
                        .with("TREELINE_RECORD_TRACE_EVENTS", "1000")
                        .runs("1500");
        assertThat(said)
                .contains(
                        "events are missing in the trace, because it was full (raise"
                                + " trace-events)");
        try (ProfileSource source = open()) {
            assertThat(source.traces().samples()).isBetween(2_004L, 6L * 2_000 + 4);
            assertThat(TraceCalls.ofProfile(source)).anyMatch(row -> row.startsWith("main 0 2 "));
            assertThat(source.outline().metadata().get("recorder.misuse.trace_full")).isPresent();
        }
    }

    @Test
    void aProgramThatIsEndedBySigtermHasATrace() throws Exception {
        NativeProgram.c(folder, THREADS).run("10", "end");
        try (ProfileSource source = open()) {
            assertThat(source.traces().samples()).isEqualTo(1 + 3 * 10 * 4);
            assertThat(source.traces().endNanos())
                    .isGreaterThan(source.traces().lines().getFirst().nanos(0));
        }
    }

    /// Clocks of ranks that differ by seconds and run 1 % faster: as on several machines.
    private static final String CLOCKS =
            """
            #include <sys/syscall.h>
            #include <time.h>
            static int rank;
            int clock_gettime(clockid_t clock, struct timespec *time) {
                int result = (int)syscall(SYS_clock_gettime, clock, time);
                long long nanos = time->tv_sec * 1000000000ll + time->tv_nsec;
                if (clock != CLOCK_MONOTONIC || rank == 0) return result;
                nanos += rank * 5000000000ll + nanos / 100;
                time->tv_sec = nanos / 1000000000;
                time->tv_nsec = nanos % 1000000000;
                return result;
            }
            int main(int count, char **values) {
                struct timespec work = {0, 50000000};
                MPI_Init(&count, &values);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                treeline_option("trace", "true");
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                for (int i = 0; i < 4; i++) {
                    PMPI_Barrier(MPI_COMM_WORLD);
                    TREELINE_BEGIN("step");
                    nanosleep(&work, NULL);
                    TREELINE_END("step");
                }
                PMPI_Barrier(MPI_COMM_WORLD);
                TREELINE_END("main");
                MPI_Finalize();
                return 0;
            }
            """;

    /// A barrier separates the steps: no rank starts one before all ranks have ended the last one.
    @Test
    void clocksOfRanksAreCorrected() throws Exception {
        NativeProgram.mpi(folder, CLOCKS).onRanks(3).runs();
        assertThat(traceFiles()).isEqualTo(3);
        try (ProfileSource source = open()) {
            Traces traces = source.traces();
            Value error = source.outline().metadata().get("trace.clock.error.ns").orElseThrow();
            long nanos = ((Value.Whole) error).value();
            assertThat(nanos).isBetween(1L, 2_000_000_000L);
            for (int step = 1; step < 4; step++)
                for (int rank = 0; rank < 3; rank++)
                    for (int other = 0; other < 3; other++)
                        assertThat(traces.lines().get(rank).nanos(2 * step + 1))
                                .as("start of step %d on rank %d", step, rank)
                                .isGreaterThan(
                                        traces.lines().get(other).nanos(2 * step)
                                                - nanos
                                                - 25_000_000);
        }
    }
}
