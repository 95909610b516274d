package treeline.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static treeline.examples.NativeRecorderTest.calls;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Patience;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// The binary interface of `libtreeline.so`: programs that were compiled and linked with an earlier
/// release run with this library. The folder `abi-VERSION` has the headers and symbols of a
/// release; they never change.
@Timeout(Patience.TEST_SECONDS)
class NativeAbiTest {
    private static final Path RELEASE =
            Path.of("src/test/resources/abi-0.2").toAbsolutePath().normalize();

    @TempDir Path folder;

    private String shell(String command) throws Exception {
        return MpiKit.alone(folder).shell(command);
    }

    /// From the symbols of the library to their versions.
    private Map<String, String> exported() throws Exception {
        String listed =
                shell("nm -D --defined-only '%s/libtreeline.so'".formatted(NativeProgram.shared()));
        Map<String, String> versions = new TreeMap<>();
        for (String line : listed.lines().toList()) {
            String symbol = line.replaceFirst("^\\S+ \\S ", "");
            if (!symbol.startsWith("TREELINE_"))
                versions.put(symbol.replaceFirst("@.*", ""), symbol.replaceFirst(".*@", ""));
        }
        return versions;
    }

    private static Map<String, String> declared() throws Exception {
        Map<String, String> versions = new TreeMap<>();
        String version = "";
        for (String line : Files.readAllLines(NativeProgram.NATIVE.resolve("treeline.map"))) {
            if (line.startsWith("TREELINE_")) version = line.replaceFirst(" .*", "");
            if (line.startsWith("    treeline_"))
                versions.put(line.strip().replace(";", ""), version);
        }
        return versions;
    }

    @Test
    void theLibraryHasTheSymbolsThatItsMapLists() throws Exception {
        assumeTrue(NativeProgram.isOnPath("nm"), "needs nm");
        assertThat(exported()).isEqualTo(declared());
    }

    @Test
    void noSymbolOfAReleaseIsMissing() throws Exception {
        for (String symbol : Files.readAllLines(RELEASE.resolve("symbols.txt")))
            assertThat(declared()).containsEntry(symbol, "TREELINE_0.2");
    }

    /// The name has the number that grows if older programs stop working, and the library stays in
    /// memory if it is unloaded.
    @Test
    void theLibraryHasAVersionedName() throws Exception {
        assumeTrue(NativeProgram.isOnPath("readelf"), "needs readelf");
        assertThat(shell("readelf -d '%s/libtreeline.so'".formatted(NativeProgram.shared())))
                .contains("[libtreeline.so.0]", "NODELETE");
    }

    /// A library of 0.2.0 as a linker sees it: that soname and symbols without versions.
    private void writeEarlierLibrary() throws Exception {
        var code = new StringBuilder("int treeline_state;\n");
        for (String symbol : Files.readAllLines(RELEASE.resolve("symbols.txt")))
            if (!symbol.equals("treeline_state"))
                code.append("void %s(void) {}\n".formatted(symbol));
        Files.createDirectory(folder.resolve("earlier"));
        Files.writeString(folder.resolve("earlier.c"), code);
        shell(
                "gcc -shared -fPIC -w -Wl,-soname,libtreeline.so earlier.c -o"
                        + " earlier/libtreeline.so");
    }

    @Test
    void aProgramOfAnEarlierReleaseIsRecorded() throws Exception {
        writeEarlierLibrary();
        Files.writeString(
                folder.resolve("old.c"),
                """
                #include <stdio.h>
                #include <treeline.h>
                static int is_ready(void) { printf("ready "); return 1; }
                static int size(void) { printf("size "); return 1; }
                static const treeline_ranks ranks = {.is_ready = is_ready, .size = size};
                int main(void) {
                    treeline_use_ranks(&ranks);
                    treeline_option("metrics", "tag:0;mem:1");
                    TREELINE_START("out");
                    TREELINE_BEGIN("main");
                    for (int i = 0; i < 3; i++) {
                        TREELINE_BEGIN_EACH("step", i);
                        TREELINE_ADD("mem", 1);
                        TREELINE_PUT("tag", "COMP");
                        TREELINE_END("step");
                    }
                    TREELINE_END("main");
                    TREELINE_CLOSE();
                    printf("%d", treeline_is_on());
                    return 0;
                }
                """);
        shell("gcc -I'%s' old.c -Learlier -ltreeline -o old".formatted(RELEASE));
        assertThat(shell("LD_LIBRARY_PATH='%s' ./old".formatted(NativeProgram.shared())))
                .isEqualTo("ready size 0");
        assertThat(calls(MpiKit.alone(folder).recording("out")))
                .containsExactly("main 1", "main/step 3");
    }

    @Test
    void anMpiProgramOfAnEarlierReleaseIsRecorded() throws Exception {
        MpiKit kit = MpiKit.openMpi(folder);
        writeEarlierLibrary();
        Files.writeString(
                folder.resolve("old.c"),
                """
                #include <mpi.h>
                #include <treeline.h>
                int main(int count, char **values) {
                    MPI_Init(&count, &values);
                    TREELINE_START("out");
                    TREELINE_BEGIN("main");
                    TREELINE_END("main");
                    MPI_Finalize();
                    return 0;
                }
                """);
        kit.compile("old.c", "-I" + RELEASE, "-Learlier", "-ltreeline");
        String run = "env LD_LIBRARY_PATH='%s' ./program".formatted(NativeProgram.shared());
        assertThat(kit.run(2, run)).isEmpty();
        assertThat(calls(kit.recording("out"))).containsExactly("main 1 1");
    }
}
