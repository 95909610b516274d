package treeline.record.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// A profiler must not stop a program: on a JVM that is too old it says so and lets it run.
class OlderJavaTest {
    @TempDir Path folder;

    private static final String MAIN =
            """
            public class Main {
                public static void main(String[] arguments) throws Exception {
                    System.out.println("began");
                    if (arguments.length > 0) System.in.read();
                    System.out.println("ended");
                }
            }
            """;

    /// A JVM beside the one that runs the tests.
    private record OldJava(Path home, String version) {
        static Optional<OldJava> found() throws IOException {
            try (Stream<Path> homes =
                    Files.list(Path.of(System.getProperty("java.home")).resolveSibling("."))) {
                return homes.flatMap(home -> of(home).stream()).findFirst();
            }
        }

        private static Optional<OldJava> of(Path home) {
            Path release = home.resolve("release");
            if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release))
                return Optional.empty();
            try (Stream<String> lines = Files.lines(release)) {
                return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                        .map(line -> line.substring(line.indexOf('=') + 1).replace("\"", ""))
                        .filter(version -> feature(version) < 25)
                        .findFirst()
                        .map(version -> new OldJava(home, version));
            } catch (IOException unreadable) {
                return Optional.empty();
            }
        }

        private static int feature(String version) {
            String[] numbers = version.split("[.\\-+_]");
            return Integer.parseInt(numbers[0].equals("1") ? numbers[1] : numbers[0]);
        }
    }

    private static OldJava oldJava() throws IOException {
        Optional<OldJava> old = OldJava.found();
        assumeTrue(
                old.isPresent(),
                "needs a JDK older than 25 beside " + System.getProperty("java.home"));
        return old.orElseThrow();
    }

    private static String line(OldJava old) {
        return "treeline: the agent requires Java 25, found %s; the program runs unrecorded\n"
                .formatted(old.version());
    }

    @Test
    void anOlderJavaSaysInALineThatNothingIsRecordedAndRunsTheProgram() throws IOException {
        OldJava old = oldJava();
        AgentRun run = new AgentRun(folder).release(8).compiled("Main", MAIN).java(old.home());
        AgentRun.Ended ended = run.run("include=Main", "Main");
        assertThat(ended.err()).isEqualTo(line(old));
        assertThat(ended.out()).isEqualTo("began\nended\n");
        assertThat(ended.code()).isZero();
        assertThat(run.output()).doesNotExist();
    }

    @Test
    void attachedToAnOlderJavaTheAgentSaysTheSame() throws IOException {
        OldJava old = oldJava();
        Path jcmd = old.home().resolve("bin/jcmd");
        assumeTrue(Files.isExecutable(jcmd), "needs jcmd in " + old.home());
        AgentRun run = new AgentRun(folder).release(8).compiled("Main", MAIN);
        Process program =
                new ProcessBuilder(
                                old.home().resolve("bin/java").toString(),
                                "-cp",
                                run.classes().toString(),
                                "Main",
                                "wait")
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        try (var out = program.inputReader()) {
            assertThat(out.readLine()).isEqualTo("began");
            Process attach =
                    new ProcessBuilder(
                                    jcmd.toString(),
                                    Long.toString(program.pid()),
                                    "JVMTI.agent_load",
                                    "\"" + run.jar() + "\"", // which may contain spaces
                                    "include=Main")
                            .start();
            assertThat(String.join(" ", attach.inputReader().readAllLines()))
                    .contains("return code: 0");
            program.outputWriter().append('\n').close();
            assertThat(out.readLine()).isEqualTo("ended");
        } finally {
            program.destroy();
        }
        assertThat(folder.resolve("err")).hasContent(line(old).strip());
    }

    @Test
    void theFirstClassOfTheAgentIsOfJava8() throws IOException {
        try (var in = AnyJava.class.getResourceAsStream("AnyJava.class")) {
            byte[] header = java.util.Objects.requireNonNull(in).readNBytes(8);
            assertThat(header[7]).isEqualTo((byte) 52);
        }
    }

    @Test
    void versionsAreOfBothWaysToWriteThem() {
        assertThat(AnyJava.feature("1.8")).isEqualTo(8);
        assertThat(AnyJava.feature("17")).isEqualTo(17);
        assertThat(AnyJava.feature("25")).isEqualTo(25);
    }
}
