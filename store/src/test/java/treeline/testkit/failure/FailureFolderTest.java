package treeline.testkit.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class FailureFolderTest {
    private static final List<Path> TEMPORARY = new ArrayList<>();
    private static final List<String> ENDED = new ArrayList<>();

    @TempDir Path failures;

    @BeforeEach
    void chooseFolder() {
        TEMPORARY.clear();
        ENDED.clear();
        System.setProperty(FailureFolder.PROPERTY, failures.toString());
    }

    @AfterEach
    void useDefault() {
        System.clearProperty(FailureFolder.PROPERTY);
    }

    /// JUnit finds the listener by itself. It captures the output of the outer test already, unless
    /// that goes elsewhere.
    private static void run(Class<?> tests) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var mute = OutputStream.nullOutputStream();
        System.setOut(new PrintStream(mute, false, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(mute, false, StandardCharsets.UTF_8));
        try {
            var request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(tests));
            LauncherFactory.create().execute(request.build());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /// Its tests fail if they run in a launcher of this class.
    static class Failing {
        @TempDir Path scratch;

        @BeforeEach
        void keepEvidence() throws IOException {
            TEMPORARY.add(scratch);
            Files.writeString(scratch.resolve("server.log"), "started");
            Files.write(scratch.resolve("large.bin"), new byte[2 << 20]);
            Evidence.text("process.err", "out of memory");
            Evidence.keep(folder -> Files.createFile(folder.resolve("page.png")));
            Evidence.keep(_ -> {}, () -> ENDED.add("page"));
        }

        @Test
        void fails() {
            System.out.println("printed before");
            System.err.println("warned before");
            throw new IllegalStateException("it went wrong");
        }

        @Test
        void passes() {
            System.out.println("not of interest");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void failsForTwo(int number) {
            assertThat(number).isEqualTo(1);
        }
    }

    static class NotStarted {
        @BeforeAll
        static void start() {
            assertThat(TEMPORARY).as("no server").isNotEmpty();
        }

        @Test
        void neverRuns() {}
    }

    @Test
    void aFailedTestLeavesItsExceptionOutputFilesAndEvidence() throws IOException {
        run(Failing.class);
        Path folder = failures.resolve(Failing.class.getName() + ".fails");
        assertThat(names(folder))
                .containsExactly(
                        "failure.txt",
                        "page.png",
                        "process.err",
                        "stderr.txt",
                        "stdout.txt",
                        "temp-scratch/server.log");
        assertThat(folder.resolve("failure.txt"))
                .content()
                .contains("method:fails()", "processors", "it went wrong", "at treeline.");
        assertThat(folder.resolve("stdout.txt")).hasContent("printed before\n");
        assertThat(folder.resolve("stderr.txt")).content().contains("warned before\n");
        assertThat(folder.resolve("process.err")).hasContent("out of memory");
        assertThat(folder.resolve("temp-scratch/server.log")).hasContent("started");
    }

    @Test
    void eachFailedInvocationHasItsFolderAndPassedTestsHaveNone() throws IOException {
        run(Failing.class);
        String name = Failing.class.getName();
        try (Stream<Path> folders = Files.list(failures)) {
            assertThat(folders.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder(name + ".fails", name + ".failsForTwo#2");
        }
    }

    @Test
    void temporaryFoldersAndOpenPagesGoWhetherOrNotTheTestFails() {
        run(Failing.class);
        assertThat(TEMPORARY).hasSize(4).allMatch(Files::notExists);
        assertThat(ENDED).hasSize(4);
    }

    @Test
    void aClassThatDoesNotStartHasAFolderOfItsOwn() {
        run(NotStarted.class);
        assertThat(failures.resolve(NotStarted.class.getName() + "/failure.txt"))
                .content()
                .contains("no server");
    }
}
