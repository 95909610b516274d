package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.examples.NativeRecorderTest.calls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import treeline.record.parts.SnapshotFormat;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Native programs that are ended by a signal, `abort` or `quick_exit`: the recording is written,
/// and the program ends as it would have without the recorder.
@Timeout(Patience.TEST_SECONDS)
class NativeEndSignalsTest {
    private static final int TERM = 128 + 15;

    @TempDir Path folder;

    /// Arguments: how the program ends, and what it does about SIGTERM before and after the start.
    private static final String PROGRAM =
            """
            #include <sys/syscall.h>
            #include <time.h>
            static const char *end;
            static void prints(int number) { printf("%d ", number); }
            static void leaves(int number) { _exit(number); }
            static void tells_sender(int number, siginfo_t *info, void *context) {
                (void)context;
                printf("%d %d ", number, info->si_pid == getpid());
            }
            static void prepare(const char *what) {
                struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESETHAND};
                action.sa_sigaction = tells_sender;
                if (strcmp(what, "ignore") == 0) signal(SIGTERM, SIG_IGN);
                else if (strcmp(what, "default") == 0) signal(SIGTERM, SIG_DFL);
                else if (strcmp(what, "prints") == 0) signal(SIGTERM, prints);
                else if (strcmp(what, "leaves") == 0) signal(SIGTERM, leaves);
                else if (strcmp(what, "once") == 0) sigaction(SIGTERM, &action, NULL);
            }
            static volatile int armed;
            static volatile int is_stuck;
            int clock_gettime(clockid_t clock, struct timespec *time) {
                if (armed) {
                    armed = 0;
                    raise(SIGTERM); /* inside the recorder */
                }
                return (int)syscall(SYS_clock_gettime, clock, time);
            }
            int fsync(int file) {
                while (is_stuck) pause();
                return (int)syscall(SYS_fsync, file);
            }
            static void *work(void *unused) {
                TREELINE_BEGIN("work");
                if (strcmp(end, "thread") == 0) raise(SIGTERM);
                while (1) pause();
                return unused;
            }
            static void end_now(void) {
                int status;
                pthread_t thread;
                if (strcmp(end, "abort") == 0) abort();
                if (strcmp(end, "quick_exit") == 0) quick_exit(9);
                if (strcmp(end, "inside") == 0) armed = 1;
                else if (strcmp(end, "SIGINT") == 0) raise(SIGINT);
                else if (strcmp(end, "SIGHUP") == 0) raise(SIGHUP);
                else if (strcmp(end, "thread") == 0) {
                    pthread_create(&thread, NULL, work, NULL);
                    while (1) pause();
                } else if (strcmp(end, "fork") == 0) {
                    if (fork() == 0) while (1) raise(SIGTERM);
                    wait(&status);
                    printf("%d ", WTERMSIG(status));
                } else {
                    is_stuck = strcmp(end, "stuck") == 0;
                    raise(SIGTERM);
                }
            }
            int main(int count, char **values) {
                end = values[1];
                setbuf(stdout, NULL);
                signal(SIGINT, SIG_DFL); /* background jobs and nohup ignore these two */
                signal(SIGHUP, SIG_DFL);
                prepare(count > 2 ? values[2] : "");
                TREELINE_START("out");
                prepare(count > 3 ? values[3] : "");
                TREELINE_BEGIN("main");
                TREELINE_BEGIN_EACH("step", 0);
                TREELINE_END("step");
                end_now();
                while (strcmp(end, "inside") == 0) {
                    TREELINE_BEGIN_EACH("step", 1);
                    TREELINE_END("step");
                }
                printf("goes on");
                return 0;
            }
            """;

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("out"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private NativeProgram program() throws Exception {
        return NativeProgram.c(folder, PROGRAM);
    }

    @ParameterizedTest
    @CsvSource({"SIGTERM,15", "SIGINT,2", "SIGHUP,1", "abort,6"})
    void aProgramEndsByItsSignalAfterTheRecordingIsWritten(String end, int number)
            throws Exception {
        NativeProgram program = program();
        String name = end.equals("abort") ? "SIGABRT" : end;
        assertThat(program.run(end))
                .isEqualTo(
                        new NativeProgram.Ended(
                                128 + number,
                                "",
                                "treeline: recording into out ended by " + name + "\n"));
        assertThat(calls(program.recording())).containsExactly("main 1", "main/step 1");
        assertThat(program.recording().metadata().get("recorder.ended_by").orElseThrow())
                .hasToString(name);
        assertThat(files()).containsExactly("part-000.tlsnap");
    }

    @Test
    void otherEndsAreWrittenToo() throws Exception {
        NativeProgram program = program().with("TREELINE_RECORD_REPLACE", "true");
        assertThat(program.run("quick_exit")).isEqualTo(new NativeProgram.Ended(9, "", ""));
        assertThat(calls(program.recording())).containsExactly("main 1", "main/step 1");
        assertThat(program.run("inside").code()).isEqualTo(TERM);
        assertThat(calls(program.recording()).getFirst()).isEqualTo("main 1");
        assertThat(program.run("thread").code()).isEqualTo(TERM);
        assertThat(calls(program.recording()))
                .containsExactly("main 1 -", "main/step 1 -", "work - 1");
        assertThat(program.run("fork")).isEqualTo(new NativeProgram.Ended(0, "15 goes on", ""));
        assertThat(calls(program.recording())).containsExactly("main 1", "main/step 1");
    }

    /// What the program has set is done; the recording is complete if the program goes on.
    @Test
    void theProgramDecidesAboutItsSignals() throws Exception {
        NativeProgram program = program().with("TREELINE_RECORD_REPLACE", "true");
        assertThat(program.run("SIGTERM", "ignore").out()).isEqualTo("goes on");
        assertThat(program.run("SIGTERM", "", "ignore").out()).isEqualTo("goes on");
        assertThat(program.run("SIGTERM", "", "prints").out()).isEqualTo("15 goes on");
        assertThat(program.run("SIGTERM", "prints").out()).isEqualTo("15 goes on");
        assertThat(program.run("SIGTERM", "once").out()).isEqualTo("15 1 goes on");
        assertThat(files()).containsExactly("part-000.tlsnap"); // no snapshot
        assertThat(calls(program.recording())).containsExactly("main 1", "main/step 1");
    }

    /// The snapshot that precedes the program's handler remains if the handler ends the program.
    @Test
    void aHandlerThatEndsTheProgramLeavesASnapshot() throws Exception {
        NativeProgram program = program();
        assertThat(program.run("SIGTERM", "leaves").code()).isEqualTo(15);
        assertThat(files()).contains("snapshot-0001");
        assertThat(calls(program.recording())).containsExactly("main 1", "main/step 1");
    }

    @Test
    void signalsCanBeSwitchedOff() throws Exception {
        NativeProgram program = program().with("TREELINE_RECORD_SIGNALS", "off");
        assertThat(program.run("SIGTERM")).isEqualTo(new NativeProgram.Ended(TERM, "", ""));
        assertThat(files()).containsExactly(".lock");
    }

    @Test
    void aProgramThatCannotWriteEndsInTime() throws Exception {
        NativeProgram program = program().with("TREELINE_RECORD_EXIT_LIMIT", "0.3");
        assertThat(program.run("stuck").code()).isEqualTo(TERM);
    }

    /// Rank 0 terminates the launcher. Arguments: a rank that writes slowly, and the first rank
    /// that ignores the signal.
    private static final String RANKS =
            """
            #include <sys/syscall.h>
            static volatile int is_slow;
            int fsync(int file) {
                if (is_slow) usleep(200000);
                return (int)syscall(SYS_fsync, file);
            }
            int main(int count, char **values) {
                int rank;
                MPI_Init(&count, &values);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                is_slow = rank == atoi(values[1]);
                if (rank >= atoi(values[2])) signal(SIGTERM, SIG_IGN);
                MPI_Barrier(MPI_COMM_WORLD);
                if (rank == 0) kill(getppid(), SIGTERM);
                while (1) pause();
            }
            """;

    /// The launcher passes SIGTERM on to all ranks, and kills them as soon as one has ended. Each
    /// rank writes its own part and waits for the others.
    @Test
    void ranksThatAreTerminatedWriteTheirParts() throws Exception {
        NativeProgram program = NativeProgram.mpi(folder, RANKS).onRanks(4);
        assertThat(program.run("3", "4").code()).isNotZero();
        assertThat(calls(program.recording())).containsExactly("main 1 1 1 1");
        assertThat(notes()).isEmpty();
    }

    @Test
    void readersNameTheRanksThatAreMissing() throws Exception {
        NativeProgram program = NativeProgram.mpi(folder, RANKS).onRanks(4);
        assertThat(program.run("-1", "2").code()).isNotZero();
        assertThat(calls(program.recording())).containsExactly("main 1 1");
        assertThat(notes())
                .containsExactly(
                        "a sub-file of the recording is missing, 2 times (first: part 2 of 4, ranks"
                                + " 2-3)");
    }

    private List<String> notes() throws IOException {
        Input input = Input.of(folder.resolve("out").toString());
        try (ProfileSource source = new SnapshotFormat().open(input)) {
            return source.report().entries().stream().map(Object::toString).toList();
        }
    }
}
