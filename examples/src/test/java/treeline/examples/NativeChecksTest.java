package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import treeline.testkit.Patience;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Static and dynamic checks of the native recorder: compiler warnings, exported symbols,
/// sanitizers.
@Timeout(Patience.TEST_SECONDS)
class NativeChecksTest {
    @TempDir Path folder;

    /// The other tests compile it with gcc and the same warnings.
    @Test
    void theRecorderCompilesWithoutAWarningByClang() throws Exception {
        NativeProgram.build(folder, "clang", List.of());
    }

    @Test
    void theRecorderHasTheVersionOfTheProject() throws Exception {
        String project = Files.readString(NativeProgram.NATIVE.resolveSibling("pom.xml"));
        String version = project.replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1");
        assertThat(NativeProgram.NATIVE.resolve("src/version.h"))
                .content()
                .contains("#define TL_VERSION \"%s\"".formatted(version));
    }

    @Test
    void theHeaderIsPlainC() throws Exception {
        NativeProgram.c(
                folder, "int main(void) { return 0; }", "-std=c99", "-Wconversion", "-Werror");
    }

    @Test
    void theHeaderIsPlainCpp() throws Exception {
        NativeProgram.cpp(
                folder,
                "int main() { TREELINE_FUNCTION; }",
                "-std=c++11",
                "-Wconversion",
                "-Wold-style-cast",
                "-pedantic",
                "-Werror");
    }

    @Test
    void onlyOurNamesAreSeenOutside() throws Exception {
        Path library = folder.resolve("libtreeline.so");
        NativeProgram.build(folder, "gcc", List.of("-fvisibility=hidden"));
        assertThat(shell("gcc -shared -o %s *.o -lpthread -lm".formatted(library))).isEmpty();
        assertThat(shell("nm -D --defined-only %s".formatted(library)).lines())
                .isNotEmpty()
                .allMatch(line -> line.matches(".* [TDB] treeline_.*"));
    }

    private String shell(String command) throws Exception {
        Process process =
                new ProcessBuilder("sh", "-c", command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /// Threads start, fork and exit while snapshots are written, the recording is closed and
    /// another one starts. One thread records all the time.
    private static final String BUSY =
            """
            static int goes_on = 1;
            static void *all_the_time(void *unused) {
                (void)unused;
                for (int i = 0; __atomic_load_n(&goes_on, __ATOMIC_RELAXED); i++) {
                    TREELINE_BEGIN("endless");
                    TREELINE_BEGIN_EACH("part", i % 100);
                    TREELINE_ADD("mem", i);
                    TREELINE_END("part");
                    TREELINE_END("endless");
                }
                return NULL;
            }
            static void *work(void *here) {
                char name[32];
                treeline_attach(here);
                for (int i = 0; i < 300; i++) {
                    snprintf(name, sizeof name, "name %d", i % 30);
                    TREELINE_BEGIN_EACH("task", i);
                    TREELINE_PUT("tag", "COMP");
                    TREELINE_ADD("mem", i);
                    treeline_begin(name, 0, 0);
                    treeline_end(name);
                    TREELINE_END("task");
                }
                TREELINE_END("nothing");
                treeline_detach();
                return NULL;
            }
            static void record(const char *output) {
                TREELINE_START(output);
                for (int run = 0; run < 20; run++) {
                    pthread_t threads[4];
                    TREELINE_BEGIN("main");
                    for (int i = 0; i < 4; i++)
                        pthread_create(&threads[i], NULL, work, (void *)treeline_here());
                    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
                    TREELINE_END("main");
                }
                TREELINE_CLOSE();
            }
            int main(void) {
                pthread_t endless;
                treeline_option("metrics", "tag:0;mem:1");
                treeline_option("snapshot-interval", "0.002");
                treeline_option("snapshot-share", "1");
                pthread_create(&endless, NULL, all_the_time, NULL);
                record("out");
                record("second");
                __atomic_store_n(&goes_on, 0, __ATOMIC_RELAXED);
                pthread_join(endless, NULL);
                return 0;
            }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"address,undefined", "thread"})
    void sanitizersFindNothing(String kinds) throws Exception {
        NativeProgram program =
                NativeProgram.c(folder, BUSY, "-fsanitize=" + kinds, "-fno-sanitize-recover=all");
        String problems = program.runs();
        assertThat(problems.lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("treeline: events were ended"));
        for (String output : List.of("out", "second")) {
            var profile = program.recording(output);
            var calls = profile.column("calls").byNode();
            int task = profile.tree().at("main/task");
            double sum = 0;
            for (int cell = calls.start(task); cell < calls.end(task); cell++)
                sum += calls.value(cell);
            assertThat(sum).isEqualTo(20 * 4 * 300);
            try (Stream<Path> files = Files.list(folder.resolve(output))) {
                assertThat(files).hasSize(1); // snapshots are gone
            }
        }
    }
}
