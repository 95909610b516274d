package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.testkit.Patience;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@Timeout(Patience.TEST_SECONDS)
class NativeCommandTest extends CommandTest {
    private static final Path SOURCES = Path.of("..", "native");

    @Test
    void allThatProgramsNeedIsWritten() throws IOException {
        Path copy = folder.resolve("copy");
        assertThat(printed(wide, "native", copy))
                .startsWith("copy: %d files written\n".formatted(files(SOURCES).size()))
                .contains("  make -C copy mpi ");
        assertThat(files(copy)).isEqualTo(files(SOURCES));
        for (String file : files(copy))
            assertThat(copy.resolve(file)).hasSameBinaryContentAs(SOURCES.resolve(file));
    }

    @Test
    void itIsCompiledAndWhatItRecordsIsRead() throws Exception {
        assumeTrue(isOnPath("make"), "needs make");
        assumeTrue(isOnPath("gcc"), "needs gcc");
        Path copy = folder.resolve("copy");
        printed(wide, "native", copy);
        Files.writeString(
                folder.resolve("program.c"),
                """
                #include <treeline.h>
                int main(void) {
                    TREELINE_START("out");
                    TREELINE_BEGIN("main");
                    TREELINE_END("main");
                    return 0;
                }
                """);
        runs("make", "-s", "-C", "copy", "CC=gcc", "target/libtreeline.a");
        runs(
                "gcc",
                "-Icopy/include",
                "program.c",
                "copy/target/libtreeline.a",
                "-lpthread",
                "-lm",
                "-oprogram");
        runs("./program");
        runs("make", "-s", "-C", "copy", "CC=gcc", "install", "PREFIX=" + folder + "/ön ek");
        assertThat(folder.resolve("ön ek/lib/libtreeline.so.0")).exists();
        var real = new Session(Formats.all(), wide.screen());
        assertThat(printed(real, "tree", folder.resolve("out"), "--metric", "calls"))
                .contains("● main");
        printed(wide, "native", copy); // over an earlier copy
        assertThat(copy.resolve("target/libtreeline.a")).exists();
    }

    @Test
    void sourcesOfAnEarlierVersionAreDeleted() throws IOException {
        Path copy = folder.resolve("copy");
        printed(wide, "native", copy);
        Files.writeString(copy.resolve("src/removed.c"), "would be compiled");
        Files.writeString(copy.resolve("src/notes.txt"), "not ours");
        printed(wide, "native", copy);
        assertThat(copy.resolve("src/removed.c")).doesNotExist();
        assertThat(copy.resolve("src/notes.txt")).hasContent("not ours");
    }

    @Test
    void filesOfOthersAreNotWrittenOver() throws IOException {
        Path notes = folder.resolve("notes");
        Files.createDirectory(notes);
        Files.writeString(notes.resolve("Makefile"), "precious");
        var answer = run(wide, "native", notes);
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        """
                        treeline: notes contains other files
                          name another folder: treeline native DIR
                        """);
        assertThat(notes.resolve("Makefile")).hasContent("precious");
    }

    private static Set<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(file -> !file.startsWith("target") && !file.contains("__pycache__"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private void runs(String... command) throws Exception {
        Process process =
                new ProcessBuilder(List.of(command))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }
}
