package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Tests of the shell scripts: JDK lookup, Maven runs and the test summary.
class ScriptsTest extends ScriptRunner {
    /// Scripts that users start, and must therefore be executable.
    private static final List<String> STARTED =
            List.of(
                    "treeline",
                    "check",
                    "build/check-full",
                    "build/test",
                    "build/release",
                    "build/test-release",
                    ".ci/run",
                    "packaging/treeline",
                    "packaging/conda/build.sh",
                    "samples/notebooks/run");

    private Said findJdk(Map<String, String> environment) throws IOException, InterruptedException {
        return run(environment, "sh", "-c", "set -eu; . build/find-jdk.sh; find_jdk");
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    @Test
    void scriptsAreGoodShell() throws Exception {
        List<String> scripts = new ArrayList<>(STARTED);
        try (Stream<Path> files = Files.list(ROOT.resolve("build"))) {
            files.map(file -> "build/" + file.getFileName())
                    .filter(name -> name.endsWith(".sh"))
                    .forEach(scripts::add);
        }
        for (String script : scripts)
            assertThat(run(Map.of(), script.equals(".ci/run") ? "bash" : "sh", "-n", script))
                    .as(script)
                    .isEqualTo(new Said(0, "", ""));
        for (String script : STARTED)
            assertThat(Files.isExecutable(ROOT.resolve(script))).as(script).isTrue();
        assumeTrue(isOnPath("shellcheck"), "needs shellcheck");
        List<String> words = new ArrayList<>(List.of("shellcheck", "-x"));
        words.addAll(scripts);
        assertThat(run(Map.of(), words.toArray(String[]::new))).isEqualTo(new Said(0, "", ""));
    }

    @Test
    void theFirstJdkThatIsNewEnoughIsFound() throws Exception {
        jdk("a-17", "17.0.15");
        jdk("b-8", "1.8.0_402");
        Files.createDirectories(folder.resolve("jdks/c-empty"));
        Path good = jdk("d-25", "25.0.3");
        jdk("e-26", "26-ea");
        assertThat(findJdk(Map.of())).isEqualTo(new Said(0, good + "\n", ""));
    }

    @Test
    void aJdkThatTheUserNamesComesFirst() throws Exception {
        jdk("a-25", "25");
        Path named = jdk("b-26", "26-ea");
        assertThat(findJdk(Map.of("JAVA_HOME", named.toString())).out()).isEqualTo(named + "\n");
        assertThat(findJdk(Map.of("TREELINE_JAVA_HOME", named.toString())).out())
                .isEqualTo(named + "\n");
    }

    @Test
    void theJavaOnThePathIsFollowedThroughItsLinks() throws Exception {
        Path home = jdk("x/y", "25.0.1");
        Files.createSymbolicLink(folder.resolve("link"), Path.of("jdks/x/y/bin/java"));
        Files.createSymbolicLink(folder.resolve("java"), folder.resolve("link"));
        assertThat(findJdk(Map.of()).out()).isEqualTo(home + "\n");
    }

    @Test
    void anOldJavaHomeIsPassedOver() throws Exception {
        Path old = jdk("a-21", "21.0.2");
        Path good = jdk("b-25", "25.0.3");
        assertThat(findJdk(Map.of("JAVA_HOME", old.toString())).out()).isEqualTo(good + "\n");
    }

    @Test
    void withoutAJdkTheLauncherSaysWhatIsNeeded() throws Exception {
        jdk("a-17", "17.0.15");
        assertThat(run(Map.of(), "./treeline", "--version"))
                .isEqualTo(
                        new Said(
                                69,
                                "",
                                """
                                treeline: JDK 25 or newer is needed, and none was found
                                  install one, or set TREELINE_JAVA_HOME to the folder of one
                                """));
        assertThat(run(Map.of("TREELINE_JAVA_HOME", "/nowhere"), "./treeline"))
                .isEqualTo(
                        new Said(
                                69,
                                "",
                                "treeline: TREELINE_JAVA_HOME=/nowhere is not a JDK 25 or"
                                        + " newer\n"));
        assertThat(run(Map.of(), "./check").exitCode()).isEqualTo(69);
    }

    @Test
    void mavenIsToldInFewWordsAndKeptInALog() throws Exception {
        script(
                folder.resolve("mvn"),
                """
                echo "[INFO] Building Treeline store 0.2.0             [2/6]"
                echo "[INFO] Building jar: /x.jar"
                echo "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in A"
                echo "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"
                echo "[WARNING] /A.java:[3,4] [IntLongMath] odd"
                echo "    (see the manual)"
                echo "  Did you mean 'even'?"
                echo "[WARNING] not by the compiler"
                echo "  nor this"
                echo "[ERROR] broken $1 $3 $4, $JAVA25_HOME"
                echo "[ERROR] Re-run Maven using the -X switch"
                exit 3\
                """);
        Path log = folder.resolve("logs/build.log");
        String typed =
                ". build/maven.sh; JDK_HOME=/jdk; JAVA_HOME=/j; run_maven '%s' verify 'two words'"
                        .formatted(log);
        assertThat(run(Map.of(), "sh", "-c", typed))
                .isEqualTo(
                        new Said(
                                3,
                                "",
                                """
                                  Treeline store
                                    [WARNING] /A.java:[3,4] [IntLongMath] odd
                                        (see the manual)
                                      Did you mean 'even'?
                                    [ERROR] broken -B verify two words, /jdk
                                """));
        assertThat(Files.readAllLines(log)).hasSize(11);
    }

    @Test
    void theQuickBuildRunsOnTheJdkThatWasFound() throws Exception {
        script(
                folder.resolve("mvn"),
                "echo \"[ERROR] $JAVA_HOME ${PATH%%:*} $1 $3 $4 $5 $6\"; echo \"[ERROR] $2\"");
        String typed =
                "set -eu; . build/maven.sh; JDK_HOME=/jdk; run_quick_maven '%s/quick.log' package"
                        .formatted(folder);
        Said said = run(Map.of("JAVA_HOME", "/old"), "sh", "-c", typed);
        assertThat(said.err())
                .startsWith("    [ERROR] /jdk /jdk/bin -B --threads 2 -Pquick package\n")
                .containsPattern("ERROR. -Dtreeline.commit=([0-9a-f]{12}(-dirty)?|unknown)\n");
    }

    private void report(String module, String name, String cases) throws IOException {
        Path reports = folder.resolve(module).resolve("target/surefire-reports");
        Files.createDirectories(reports);
        Files.writeString(
                reports.resolve("TEST-" + name + ".xml"),
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite>%s</testsuite>\n"
                        .formatted(cases),
                StandardCharsets.UTF_8);
    }

    private Said summary(String... commands) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "build/TestSummary.java"));
        words.add(folder.toString());
        words.addAll(List.of(commands));
        return run(Map.of(), words.toArray(String[]::new));
    }

    @Test
    void theSummaryTellsWhatRanFailedAndWasSkipped() throws Exception {
        report(
                "store",
                "a.ATest",
                """
                <testcase name="works" classname="a.ATest"/>
                <testcase name="breaks" classname="a.ATest">
                  <failure message="expected: 1&#10;but was: 2" type="x.Y">stack</failure></testcase>
                <testcase name="dies" classname="a.ATest"><error type="x.Z"/></testcase>
                """);
        report(
                "app",
                "b.BTest",
                """
                <testcase name="one" classname="b.BTest">
                  <skipped message="Assumption failed: needs zsh" type="x.Aborted"/></testcase>
                <testcase name="two" classname="b.BTest"><skipped message="needs zsh"/></testcase>
                <testcase name="three" classname="b.BTest"/>
                """);
        Files.createDirectories(folder.resolve("target/failures/a.ATest.dies"));
        assertThat(summary("mvn"))
                .isEqualTo(
                        new Said(
                                1,
                                """
                                app               3 tests
                                store             3 tests

                                failed: a.ATest.breaks
                                    expected: 1
                                    but was: 2

                                failed: a.ATest.dies
                                    x.Z

                                exceptions, output, logs and pictures of what failed:
                                    target/failures/a.ATest.dies

                                skipped, and why:
                                     2  needs zsh
                                          b.BTest.one
                                          b.BTest.two

                                2 passed, 2 failed, 2 skipped
                                """,
                                ""));
    }

    @Test
    void aSkipOfWhatIsThereIsAnError() throws Exception {
        report(
                "app",
                "b.BTest",
                """
                <testcase name="ranks" classname="b.BTest"><skipped message="needs mpirun"/></testcase>
                <testcase name="fine" classname="b.BTest"/>
                """);
        assertThat(summary("mpi").exitCode()).isZero();
        Said said = summary("mvn", "mpirun");
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out())
                .endsWith(
                        """
                        error: skipped although it is there: b.BTest.ranks, needs mpirun
                        1 passed, 0 failed, 1 skipped
                        """);
    }

    @Test
    void noTestsAreNoSuccess() throws Exception {
        Said said = summary();
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out()).endsWith("error: no test ran\n0 passed, 0 failed, 0 skipped\n");
    }
}
