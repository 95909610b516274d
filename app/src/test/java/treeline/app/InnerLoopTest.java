package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `build/test` in a project of two modules whose class paths are resolved, so that Maven is not
/// needed.
class InnerLoopTest {
    @TempDir static Path project;

    private record Result(int status, String output) {}

    @BeforeAll
    static void writeProject() throws IOException {
        copy("build/test", "build/find-jdk.sh", "build/maven.sh");
        try (Stream<Path> files = Files.walk(Path.of("../build/inner"))) {
            for (Path each : files.filter(Files::isRegularFile).toList())
                copy(Path.of("..").relativize(each).toString());
        }
        write(
                "pom.xml",
                """
                <project>
                  <version>7.5</version>
                  <modules><module>lower</module><module>upper</module></modules>
                  <properties>
                    <maven.compiler.release>25</maven.compiler.release>
                    <greeting>hello</greeting>
                  </properties>
                  <build><pluginManagement><plugins>
                    <plugin>
                      <artifactId>maven-compiler-plugin</artifactId>
                      <configuration><compilerArgs><arg>-Xlint:all</arg></compilerArgs></configuration>
                    </plugin>
                    <plugin>
                      <artifactId>maven-surefire-plugin</artifactId>
                      <configuration>
                        <argLine>@{argLine} -Xmx64m</argLine>
                        <systemPropertyVariables><from.pom>${greeting}</from.pom></systemPropertyVariables>
                      </configuration>
                    </plugin>
                  </plugins></pluginManagement></build>
                </project>
                """);
        write(
                "lower/pom.xml",
                """
                <project>
                  <build><resources><resource>
                    <directory>src/main/data</directory>
                    <targetPath>data</targetPath>
                    <filtering>true</filtering>
                  </resource></resources></build>
                </project>
                """);
        write("upper/pom.xml", "<project/>");
        write("lower/src/main/data/version.txt", "${project.version}");
        write("lower/src/main/java/a/Limit.java", limit(3));
        write("lower/src/main/java/a/Unused.java", "package a; class Unused {}");
        write(
                "upper/src/main/java/b/Limits.java",
                "package b; public class Limits { public static int twice() { return 2 *"
                        + " a.Limit.MAX; } }");
        write(
                "upper/src/test/java/b/LimitsTest.java",
                """
                package b;
                import static org.junit.jupiter.api.Assertions.assertEquals;
                class LimitsTest {
                    @org.junit.jupiter.api.Test void twiceTheLimit() { assertEquals(6, Limits.twice()); }
                    @org.junit.jupiter.api.Test void settingsOfThePom() throws Exception {
                        assertEquals("hello", System.getProperty("from.pom"));
                        try (var in = a.Limit.class.getResourceAsStream("/data/version.txt")) {
                            assertEquals("7.5", new String(in.readAllBytes()));
                        }
                    }
                }
                """);
        String jars = jars();
        write("target/inner/lower/class-path", jars);
        write(
                "target/inner/upper/class-path",
                project.toRealPath() + "/lower/target/classes:" + jars);
        write("target/inner/resolved", "");
    }

    private static String limit(int value) {
        return "package a; public class Limit { public static final int MAX = %d; }"
                .formatted(value);
    }

    private static void copy(String... files) throws IOException {
        for (String each : files) {
            Files.createDirectories(project.resolve(each).getParent());
            Files.copy(Path.of("..", each), project.resolve(each));
        }
    }

    private static void write(String file, String content) throws IOException {
        Files.createDirectories(project.resolve(file).getParent());
        Files.writeString(project.resolve(file), content);
    }

    /// The jars of JUnit on the class path of this test.
    private static String jars() {
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        return Stream.of(classPath.split(File.pathSeparator))
                .filter(
                        each ->
                                each.matches(
                                        ".*/(junit|opentest4j|apiguardian|jspecify)[^/]*\\.jar"))
                .collect(Collectors.joining(":"));
    }

    private static Result test(String... arguments) throws IOException, InterruptedException {
        Path output = project.resolve("output");
        String[] command =
                Stream.concat(
                                Stream.of(project.resolve("build/test").toString()),
                                Stream.of(arguments))
                        .toArray(String[]::new);
        var builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        builder.environment().put("TREELINE_JAVA_HOME", System.getProperty("java.home"));
        return new Result(builder.start().waitFor(), Files.readString(output));
    }

    @Test
    void editsAndDeletionsBelowTheTestedModuleAreSeen() throws Exception {
        assertThat(test("LimitsTest"))
                .isEqualTo(
                        new Result(
                                0,
                                """
                                build/test: compiling 1 of 1 files of runner
                                build/test: compiling 2 of 2 files of lower main
                                build/test: compiling 1 of 1 files of upper main
                                build/test: compiling 1 of 1 files of upper test
                                2 passed, 0 failed, 0 skipped
                                """));

        write("lower/src/main/java/a/Limit.java", limit(40)); // inlined into Limits
        Files.delete(project.resolve("lower/src/main/java/a/Unused.java"));
        Result edited = test("b.LimitsTest#twiceTheLimit");
        assertThat(edited.status()).isEqualTo(1);
        assertThat(edited.output())
                .startsWith(
                        """
                        build/test: compiling 1 of 1 files of lower main
                        build/test: compiling 1 of 1 files of upper main
                        build/test: compiling 1 of 1 files of upper test
                        failed: b.LimitsTest#twiceTheLimit
                        """)
                .contains("expected: <6> but was: <80>")
                .endsWith("0 passed, 1 failed, 0 skipped\n");
        assertThat(project.resolve("target/inner/lower/classes/a/Limit.class")).exists();
        assertThat(project.resolve("target/inner/lower/classes/a/Unused.class")).doesNotExist();

        Files.delete(project.resolve("lower/src/main/java/a/Limit.java"));
        Result deleted = test("LimitsTest");
        assertThat(deleted.status()).isEqualTo(70);
        assertThat(deleted.output())
                .contains("upper/src/main/java/b/Limits.java:1: error: ")
                .endsWith("build/test: upper main does not compile\n");
    }

    @Test
    void anUnknownNameIsAnsweredWithSimilarOnes() throws Exception {
        assertThat(test("LimitTest"))
                .isEqualTo(
                        new Result(
                                64,
                                """
                                build/test: unknown test class 'LimitTest'; similar names:
                                  upper      b.LimitsTest
                                """));
    }
}
