package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.examples.NativeRecorderTest.calls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Path;

/// Events in signal handlers. A handler that interrupts the recorder cannot record; its events are
/// counted.
@Timeout(Patience.TEST_SECONDS)
class NativeHandlersTest {
    private static final String REJECTED =
            "treeline: events in a signal handler that interrupted the recorder were not recorded";

    @TempDir Path folder;

    private static long sum(Profile profile, String name) {
        long sum = 0;
        for (String line : calls(profile))
            if (line.matches("(.*/)?" + name + " \\d+"))
                sum += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
        return sum;
    }

    private static long rejected(String problems) {
        return problems.isEmpty()
                ? 0
                : Long.parseLong(
                        problems.replaceFirst(
                                "(?s)^" + REJECTED + ", (\\d+) times \\(first: alarm\\)\n$", "$1"));
    }

    /// Two timers, one of whose handlers has its own stack, and each may interrupt the other.
    @ParameterizedTest
    @ValueSource(strings = {"-O2", "-fsanitize=address,undefined"})
    void eventsOfHandlersAreRecordedOrRejectedAndNoOtherCountChanges(String flag) throws Exception {
        NativeProgram program =
                NativeProgram.c(
                        folder,
                        """
                        #include <sys/time.h>
                        enum { TIMES = 1000000 };
                        static volatile long made;
                        static void handler(int number) {
                            (void)number;
                            __atomic_fetch_add(&made, 1, __ATOMIC_RELAXED);
                            TREELINE_BEGIN("alarm");
                            TREELINE_ADD("mem", 1);
                            TREELINE_END("alarm");
                        }
                        static void every(int timer, int number, int micros, int flags) {
                            struct itimerval time = {{0, micros}, {0, micros}};
                            struct sigaction action = {.sa_flags = flags | SA_RESTART};
                            action.sa_handler = handler;
                            sigaction(number, &action, NULL);
                            setitimer(timer, &time, NULL);
                        }
                        int main(void) {
                            static char own[1 << 16];
                            stack_t stack = {.ss_sp = own, .ss_size = sizeof own};
                            sigaltstack(&stack, NULL);
                            treeline_option("metrics", "mem:1");
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            every(ITIMER_REAL, SIGALRM, 40, 0);
                            every(ITIMER_PROF, SIGPROF, 70, SA_ONSTACK);
                            for (int i = 0; i < TIMES; i++) {
                                TREELINE_BEGIN("a");
                                TREELINE_BEGIN_SUM("b", i);
                                TREELINE_END("b");
                                TREELINE_END("a");
                            }
                            signal(SIGALRM, SIG_IGN);
                            signal(SIGPROF, SIG_IGN);
                            TREELINE_END("main");
                            printf("%ld", made);
                            return 0;
                        }
                        """,
                        flag);
        NativeProgram.Ended ended = program.run();
        assertThat(ended.code()).as(ended.err()).isZero();
        Profile profile = program.recording();
        assertThat(sum(profile, "main/a")).isEqualTo(1_000_000);
        assertThat(sum(profile, "main/a/b")).isEqualTo(1_000_000);
        long made = Long.parseLong(ended.out());
        long recorded = sum(profile, "alarm");
        assertThat(made).isGreaterThan(100);
        assertThat(recorded).isPositive();
        assertThat(recorded + rejected(ended.err())).isEqualTo(made);
    }

    /// The recorder reads the clock in the middle of `begin`. This clock raises a signal when it is
    /// told to.
    private static final String CLOCK =
            """
            #include <sys/syscall.h>
            #include <time.h>
            static volatile int armed;
            int clock_gettime(clockid_t clock, struct timespec *time) {
                if (armed) {
                    armed = 0;
                    raise(SIGUSR1);
                }
                return (int)syscall(SYS_clock_gettime, clock, time);
            }
            """;

    /// The end of an event that was rejected does not end another event of that name.
    @Test
    void theEndOfARejectedEventEndsNoOtherEvent() throws Exception {
        NativeProgram program =
                NativeProgram.c(
                        folder,
                        CLOCK
                                + """
                                static void handler(int number) {
                                    (void)number;
                                    TREELINE_BEGIN("h"); /* ended by the program */
                                    treeline_end_event(treeline_begin_event("token", 0, 0));
                                    if (treeline_here() != NULL) abort();
                                }
                                int main(void) {
                                    signal(SIGUSR1, handler);
                                    TREELINE_START("out");
                                    TREELINE_BEGIN("h");
                                    armed = 1;
                                    TREELINE_BEGIN("inner");
                                    TREELINE_END("h"); /* of the handler */
                                    TREELINE_BEGIN("below inner");
                                    TREELINE_END("below inner");
                                    TREELINE_END("inner");
                                    armed = 1;
                                    TREELINE_BEGIN("inner");
                                    TREELINE_END("inner");
                                    TREELINE_END("h"); /* of the handler */
                                    TREELINE_BEGIN("below h");
                                    TREELINE_END("below h");
                                    TREELINE_END("h");
                                    TREELINE_BEGIN("h");
                                    TREELINE_END("h");
                                    return 0;
                                }
                                """);
        assertThat(program.runs()).isEqualTo(REJECTED + ", 4 times (first: h)\n");
        assertThat(calls(program.recording()))
                .containsExactly(
                        "h 1 1", "h/inner 2 -", "h/inner/below inner 1 -", "h/below h 1 -");
    }

    /// A handler leaves the recorder by `longjmp`, or calls `exit` or `fork` inside it.
    @Test
    void handlersMayLeaveTheRecorder() throws Exception {
        NativeProgram program =
                NativeProgram.c(
                        folder,
                        CLOCK
                                + """
                                #include <setjmp.h>
                                static sigjmp_buf back;
                                static volatile char action;
                                static void handler(int number) {
                                    (void)number;
                                    if (action == 'j') siglongjmp(back, 1);
                                    if (action == 'e') exit(0);
                                    if (fork() == 0) _exit(0);
                                    wait(NULL);
                                }
                                static void some(void) {
                                    TREELINE_BEGIN("after");
                                    TREELINE_END("after");
                                }
                                int main(int count, char **values) {
                                    (void)count;
                                    action = values[1][0];
                                    signal(SIGUSR1, handler);
                                    TREELINE_START(values[1]);
                                    TREELINE_BEGIN("main");
                                    for (volatile int i = 0; i < 10; i++) {
                                        armed = 1;
                                        if (sigsetjmp(back, 1) == 0) TREELINE_BEGIN("left");
                                        TREELINE_END("left");
                                        TREELINE_BEGIN("left");
                                        armed = 1;
                                        if (sigsetjmp(back, 1) == 0) TREELINE_END("left");
                                        some();
                                    }
                                    return 0;
                                }
                                """);
        assertThat(program.runs("fork")).isEmpty();
        assertThat(calls(program.recording("fork")))
                .containsExactly("main 1", "main/left 20", "main/after 10");
        assertThat(program.run("jump").code()).isZero();
        assertThat(sum(program.recording("jump"), "after")).isEqualTo(10);
        assertThat(program.runs("exit")).isEmpty();
        assertThat(calls(program.recording("exit"))).startsWith("main 1");
    }
}
