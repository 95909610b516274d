package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The OMPT tool, with LLVM's OpenMP runtime.
@Timeout(Patience.TEST_SECONDS)
class NativeOpenMpTest {
    @TempDir Path folder;

    /// Thread 1 works for 100 ms per region. The serial parts between regions take longer than all
    /// regions.
    private static final String PROGRAM =
            """
            #include <treeline.h>
            #include <unistd.h>
            static void nested(void) {
            #pragma omp parallel num_threads(2)
                { TREELINE_BEGIN("inner"); TREELINE_END("inner"); }
            }
            int main(void) {
                TREELINE_START("out");
                TREELINE_BEGIN("main");
                for (int k = 0; k < 3; k++) {
                    TREELINE_BEGIN_EACH("step", k);
            #pragma omp parallel num_threads(2)
                    {
            #pragma omp for schedule(static, 1)
                        for (int i = 0; i < 2; i++) {
                            TREELINE_BEGIN("work");
                            usleep(100000 * (unsigned)i);
                            TREELINE_END("work");
                        }
            #pragma omp barrier
                    }
                    TREELINE_END("step");
                    usleep(300000);
                }
                nested();
                TREELINE_END("main");
                return 0;
            }
            """;

    private Profile recorded(MpiKit kit, String environment) throws Exception {
        assertThat(kit.shell(environment + " ./program")).isEmpty();
        return kit.recording("out");
    }

    private static double seconds(Profile profile, String path, int context) {
        var rows = Objects.requireNonNull(profile.column("time")).byContext();
        return rows.value(rows.find(context, profile.tree().at(path)));
    }

    @Test
    void regionsAndBarriersAreRecordedOnAllThreads() throws Exception {
        MpiKit.need("clang", "make");
        MpiKit kit = MpiKit.alone(folder);
        String probe =
                kit.shell("echo '#include <omp-tools.h>' | clang -fopenmp -E - 2>&1 || true");
        assumeTrue(!probe.contains("error:"), "needs omp-tools.h of package libomp-dev");
        Files.writeString(folder.resolve("program.c"), PROGRAM);
        kit.shell(
                "cp -r '%s'/* . && make -s all openmp CFLAGS=-O1 && clang -fopenmp -Iinclude program.c"
                                .formatted(NativeProgram.NATIVE)
                        + " -o program -Ltarget -ltreeline -Wl,-rpath,target");
        Profile profile = recorded(kit, "OMP_TOOL_LIBRARIES=target/libtreeline-openmp.so");
        assertThat(MpiKit.values(profile, "calls"))
                .containsExactlyInAnyOrder(
                        "main 1 -",
                        "main/step 3 -",
                        "main/step/!$omp parallel 3 3",
                        "main/step/!$omp parallel/work 3 3",
                        "main/step/!$omp parallel/!$omp implicit barrier 6 3", // loop, region
                        "main/step/!$omp parallel/!$omp barrier 3 3",
                        "main/!$omp parallel 1 1",
                        "main/!$omp parallel/inner 1 1",
                        "main/!$omp parallel/!$omp implicit barrier 1 -");
        double worker = seconds(profile, "main/step/!$omp parallel", 1);
        double regions = seconds(profile, "main/step", 0);
        double serial = seconds(profile, "main", 0) - regions;
        assertThat(worker).as("without serial parts").isBetween(0.3e9, regions + serial / 2);
        assertThat(seconds(profile, "main/step/!$omp parallel/!$omp implicit barrier", 0))
                .isGreaterThan(0.04e9); // the initial thread waits for the other one
        // without the variable, or without the recorder, nothing changes
        kit.shell("rm -r out");
        assertThat(MpiKit.values(recorded(kit, "env"), "calls"))
                .contains("main/step 3 -")
                .noneMatch(line -> line.contains("omp"));
        Files.writeString(
                folder.resolve("bare.c"), "int main(void) {\n#pragma omp parallel\n{}\n}");
        kit.shell("clang -fopenmp bare.c -o program");
        assertThat(kit.shell("OMP_TOOL_LIBRARIES=target/libtreeline-openmp.so ./program"))
                .isEmpty();
    }
}
