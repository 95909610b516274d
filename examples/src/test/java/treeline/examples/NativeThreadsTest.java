package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.examples.NativeRecorderTest.calls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Context;
import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Path;
import java.util.stream.IntStream;

/// Threads of native programs, including OpenMP threads.
@Timeout(Patience.TEST_SECONDS)
class NativeThreadsTest {
    @TempDir Path folder;

    private NativeProgram c(String body, String... flags) throws Exception {
        return NativeProgram.c(folder, body, flags);
    }

    @Test
    void aThousandThreadsAreAThousandContexts() throws Exception {
        NativeProgram program =
                c(
                        """
                        static pthread_barrier_t all;
                        static void *work(void *unused) {
                            (void)unused;
                            TREELINE_BEGIN("work");
                            pthread_barrier_wait(&all);
                            TREELINE_END("work");
                            return NULL;
                        }
                        int main(void) {
                            static pthread_t threads[1000];
                            pthread_attr_t small;
                            pthread_attr_init(&small);
                            pthread_attr_setstacksize(&small, 1 << 16);
                            pthread_barrier_init(&all, NULL, 1000);
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            for (int i = 0; i < 1000; i++)
                                if (pthread_create(&threads[i], &small, work, NULL) != 0) abort();
                            for (int i = 0; i < 1000; i++) pthread_join(threads[i], NULL);
                            TREELINE_END("main");
                            return 0;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        Profile profile = program.recording();
        assertThat(profile.contexts())
                .isEqualTo(
                        IntStream.rangeClosed(0, 1000)
                                .mapToObj(thread -> Context.ofThread(0, thread))
                                .toList());
        var calls = profile.column("calls").byNode();
        int work = profile.tree().at("work");
        assertThat(calls.end(work) - calls.start(work)).isEqualTo(1000);
    }

    @Test
    void threadsThatHaveEndedLeaveTheirContextToOthers() throws Exception {
        NativeProgram program =
                c(
                        """
                        static void *work(void *here) {
                            TREELINE_BEGIN("apart");
                            TREELINE_END("apart");
                            treeline_attach(here);
                            TREELINE_BEGIN("task");
                            TREELINE_END("task");
                            treeline_detach();
                            return NULL;
                        }
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            for (int i = 0; i < 100; i++) {
                                pthread_t thread;
                                pthread_create(&thread, NULL, work, (void *)treeline_here());
                                pthread_join(thread, NULL);
                            }
                            TREELINE_END("main");
                            return 0;
                        }
                        """);
        assertThat(program.runs()).isEmpty();
        assertThat(calls(program.recording()))
                .containsExactly("main 1 -", "main/task - 100", "apart - 100");
    }

    @Test
    void eventsOfAParallelLoopHangBelowTheEventAroundIt() throws Exception {
        NativeProgram program =
                c(
                        """
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            for (int step = 0; step < 3; step++) {
                                TREELINE_BEGIN("loop");
                                #pragma omp parallel num_threads(3)
                                {
                                    TREELINE_BEGIN("body");
                                    TREELINE_END("body");
                                }
                                TREELINE_END("loop");
                            }
                            TREELINE_END("main");
                            return 0;
                        }
                        """,
                        "-fopenmp");
        assertThat(program.runs()).isEmpty();
        assertThat(calls(program.recording()))
                .containsExactly("main 1 - -", "main/loop 3 - -", "main/loop/body 3 3 3");
    }

    /// The barriers make the other threads begin while the first thread is inside its own event,
    /// which otherwise depends on the load of the machine.
    @Test
    void aThreadThatArrivesLateInAParallelRegionHangsBelowTheEventAroundItToo() throws Exception {
        NativeProgram program =
                c(
                        """
                        #include <omp.h>
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            TREELINE_BEGIN("loop");
                            #pragma omp parallel num_threads(3)
                            {
                                int is_first = omp_get_thread_num() == 0;
                                if (is_first) TREELINE_BEGIN("body");
                                #pragma omp barrier
                                if (!is_first) TREELINE_BEGIN("body");
                                #pragma omp barrier
                                TREELINE_END("body");
                            }
                            TREELINE_END("loop");
                            TREELINE_END("main");
                            return 0;
                        }
                        """,
                        "-fopenmp");
        assertThat(program.runs()).isEmpty();
        assertThat(calls(program.recording()))
                .containsExactly("main 1 - -", "main/loop 1 - -", "main/loop/body 1 1 1");
    }
}
