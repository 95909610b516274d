package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.examples.NativeRecorderTest.calls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Programs that load and unload libraries while they are recorded.
@Timeout(Patience.TEST_SECONDS)
class NativePluginsTest {
    @TempDir Path folder;

    private void plugin(String name, String body, String... flags) throws Exception {
        Path source = folder.resolve(name + ".c");
        Files.writeString(source, "#include <treeline.h>\n" + body);
        List<String> command = new ArrayList<>(List.of("gcc", "-g", "-shared", "-fPIC"));
        command.addAll(List.of("-I", NativeProgram.NATIVE.resolve("include").toString()));
        command.addAll(List.of("-o", folder.resolve(name + ".so").toString(), source.toString()));
        command.addAll(List.of(flags));
        NativeProgram.requireSuccess(folder, command);
    }

    private static String load(String name) {
        return "library = dlopen(\"./%s.so\", RTLD_NOW); if (library == NULL) abort();"
                .formatted(name);
    }

    /// The second plugin is mapped where the first one was, so its literals have the addresses of
    /// other names. The names of events that are not recorded are unmapped, too.
    @Test
    void aPluginAtTheAddressOfAnUnloadedOneKeepsItsNames() throws Exception {
        String work =
                """
                const char *work(void) {
                    for (int i = 0; i < 3; i++) {
                        TREELINE_BEGIN("NAME");
                        TREELINE_BEGIN("inner \\xff NAME"); /* repaired */
                        TREELINE_END("inner \\xff NAME");
                        TREELINE_END("NAME");
                    }
                    treeline_pause();
                    TREELINE_BEGIN("left NAME");
                    treeline_resume();
                    return "NAME";
                }
                """;
        plugin("a", work.replace("NAME", "alpha"));
        plugin("b", work.replace("NAME", "bravo"));
        NativeProgram program =
                NativeProgram.c(
                        folder,
                        """
                        #include <dlfcn.h>
                        static const char *run(const char *file) {
                            void *library = dlopen(file, RTLD_NOW);
                            const char *(*work)(void);
                            const char *name;
                            if (library == NULL) abort();
                            work = (const char *(*)(void))dlsym(library, "work");
                            name = work();
                            dlclose(library);
                            treeline_end(file[2] == 'a' ? "left alpha" : "left bravo");
                            return name;
                        }
                        int main(void) {
                            TREELINE_START("out");
                            TREELINE_BEGIN("main");
                            printf("%d", run("./a.so") == run("./b.so"));
                            TREELINE_END("main");
                            return 0;
                        }
                        """,
                        "-rdynamic",
                        "-ldl");
        NativeProgram.Ended ended = program.run();
        assertThat(ended).isEqualTo(new NativeProgram.Ended(0, "1", "")); // 1: the same address
        assertThat(calls(program.recording()))
                .containsExactly(
                        "main 1",
                        "main/alpha 3",
                        "main/alpha/inner ? alpha 3",
                        "main/bravo 3",
                        "main/bravo/inner ? bravo 3");
    }

    /// A thread has recorded when the program unloads the recorder, and ends later. The recording
    /// is written at exit.
    @ParameterizedTest
    @ValueSource(strings = {"static", "shared"})
    void anUnloadedRecorderCompletesItsRecording(String kind) throws Exception {
        String body =
                """
                void start(void) { TREELINE_START("out"); TREELINE_BEGIN("main"); }
                void work(void) { TREELINE_BEGIN("work"); TREELINE_END("work"); }
                """;
        if (kind.equals("static")) plugin("p", body, NativeProgram.archive().toString());
        else
            plugin(
                    "p",
                    body,
                    "-L" + NativeProgram.shared(),
                    "-ltreeline",
                    "-Wl,-rpath," + NativeProgram.shared());
        Path source = folder.resolve("host.c");
        Files.writeString(
                source,
                """
                #include <dlfcn.h>
                #include <pthread.h>
                #include <stdlib.h>
                #include <sys/wait.h>
                #include <unistd.h>
                static void *library;
                static pthread_barrier_t barrier;
                static void call(const char *name) {
                    void (*function)(void) = (void (*)(void))dlsym(library, name);
                    function();
                }
                static void *thread(void *unused) {
                    call("work");
                    pthread_barrier_wait(&barrier);
                    pthread_barrier_wait(&barrier); /* unloaded in between */
                    return unused;
                }
                int main(void) {
                    pthread_t worker;
                    pid_t child;
                    int status;
                    LOAD
                    pthread_barrier_init(&barrier, NULL, 2);
                    call("start");
                    pthread_create(&worker, NULL, thread, NULL);
                    pthread_barrier_wait(&barrier);
                    dlclose(library);
                    pthread_barrier_wait(&barrier);
                    pthread_join(worker, NULL);
                    child = fork(); /* also calls the recorder */
                    if (child == 0) _exit(0);
                    waitpid(child, &status, 0);
                    return status;
                }
                """
                        .replace("LOAD", load("p")));
        NativeProgram host = NativeProgram.plain(folder, source, "-ldl", "-lpthread");
        assertThat(host.runs()).isEmpty();
        assertThat(calls(host.recording())).containsExactly("main 1 -", "work - 1");
    }
}
