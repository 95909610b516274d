package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

/// The shell scripts at the root: the launcher, `./check`, and what they share.
class ScriptsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir Path folder;

    private record Said(int exitCode, String out, String err) {}

    private Said run(Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        var builder = new ProcessBuilder(words).directory(ROOT.toFile());
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeAll(List.of("JAVA_HOME", "TREELINE_JAVA_HOME", "TREELINE_OPTS"));
        builder.environment().put("PATH", folder + ":/usr/bin:/bin");
        builder.environment()
                .put("JDK_PLACES", Files.createDirectories(folder.resolve("jdks")).toString());
        builder.environment().putAll(environment);
        int exitCode = builder.start().waitFor();
        return new Said(exitCode, Files.readString(out), Files.readString(err));
    }

    /// A folder that looks like a JDK of some version to whoever does not start it.
    private Path jdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve("jdks").resolve(name));
        script(Files.createDirectories(home.resolve("bin")).resolve("java"), "exit 0");
        script(home.resolve("bin/javac"), "exit 0");
        Files.writeString(
                home.resolve("release"),
                "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"%s\"\nOS_NAME=\"Linux\"\n"
                        .formatted(version));
        return home;
    }

    private static Path script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private Said findJdk(Map<String, String> environment) throws IOException, InterruptedException {
        return run(environment, "sh", "-c", "set -eu; . build/find-jdk.sh; find_jdk");
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    @Test
    void scriptsAreGoodShell() throws Exception {
        List<String> scripts =
                new ArrayList<>(
                        List.of(
                                "treeline",
                                "check",
                                "build/test",
                                ".ci/run",
                                "samples/notebooks/run"));
        try (Stream<Path> files = Files.list(ROOT.resolve("build"))) {
            files.map(file -> "build/" + file.getFileName())
                    .filter(name -> name.endsWith(".sh"))
                    .forEach(scripts::add);
        }
        for (String script : scripts)
            assertThat(run(Map.of(), script.equals(".ci/run") ? "bash" : "sh", "-n", script))
                    .as(script)
                    .isEqualTo(new Said(0, "", ""));
        for (String script :
                List.of("treeline", "check", "build/test", ".ci/run", "samples/notebooks/run"))
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

    /// What Java is started with on a machine and in a container of some memory.
    private String javaOptions(String kilobytes, String container, String own, String command)
            throws Exception {
        Path machine =
                Files.writeString(
                        folder.resolve("meminfo"), "MemTotal:       %s kB\n".formatted(kilobytes));
        Path limit = Files.writeString(folder.resolve("memory.max"), container + "\n");
        Said said =
                run(
                        Map.of(
                                "MEMINFO",
                                machine.toString(),
                                "CGROUP_MEMORY",
                                limit.toString(),
                                "TREELINE_OPTS",
                                own),
                        "sh",
                        "-c",
                        "set -eu; . build/java-options.sh; java_options %s; echo $options"
                                .formatted(command));
        assertThat(said.err()).isEmpty();
        assertThat(said.exitCode()).isZero();
        return said.out().strip();
    }

    @Test
    void commandsThatReadKeepTheHeapSmallAndBelowTheLimitOfShortReferences() throws Exception {
        String small = " -Xms64m -XX:MinHeapFreeRatio=20 -XX:MaxHeapFreeRatio=40";
        assertThat(javaOptions("46000000", "max", "", "tree"))
                .isEqualTo("-XX:+UseSerialGC -XX:MaxRAMPercentage=70" + small);
        assertThat(javaOptions("46000001", "max", "", "tree"))
                .isEqualTo("-XX:+UseSerialGC -Xmx31g" + small);
        assertThat(javaOptions("500000000", "8000000000", "", "serve"))
                .isEqualTo("-XX:+UseSerialGC -XX:MaxRAMPercentage=70" + small);
        assertThat(javaOptions("500000000", "46000000000", "", "serve"))
                .isEqualTo("-XX:+UseSerialGC -Xmx31g" + small);
        assertThat(javaOptions("?", "max", "", "tree")).contains("MaxRAMPercentage");
    }

    @Test
    void onlyCommandsThatReadSqliteMayLoadItsLibrary() throws Exception {
        String allowed = "--enable-native-access=ALL-UNNAMED";
        for (String command :
                List.of(
                        "archive list runs",
                        "compare a b",
                        "tree report.sqlite",
                        "tree --depth 3 'a b.sqlite.gz'",
                        "tree 'spot.sqlite#2' --json",
                        "ensemble stats spot.db"))
            assertThat(javaOptions("1", "max", "", command)).endsWith(allowed);
        for (String command : List.of("tree run.tldb", "info run.dbx", "info sqlite", "''"))
            assertThat(javaOptions("1", "max", "", command)).doesNotContain(allowed);
    }

    @Test
    void shortCommandsStartFastAndACollectorOfTheUsersReplacesOurs() throws Exception {
        for (String command : List.of("''", "--version", "help", "formats", "completion"))
            assertThat(javaOptions("500000000", "max", "", command))
                    .isEqualTo("-XX:+UseSerialGC -Xmx256m -XX:TieredStopAtLevel=1");
        assertThat(javaOptions("1", "max", "-Xmx40g -XX:+UseParallelGC", "tree"))
                .startsWith("-XX:MaxRAMPercentage=70");
        assertThat(javaOptions("1", "max", "-Xmx40g", "tree")).startsWith("-XX:+UseSerialGC");
    }

    @Test
    void mavenIsToldInFewWordsAndKeptInALog() throws Exception {
        script(
                folder.resolve("mvn"),
                """
                echo "[INFO] Building Treeline store 0.1.0-SNAPSHOT             [2/6]"
                echo "[INFO] Building jar: /x.jar"
                echo "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in A"
                echo "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0"
                echo "[WARNING] /A.java:[3,4] [IntLongMath] odd"
                echo "    (see the manual)"
                echo "  Did you mean 'even'?"
                echo "[WARNING] not by the compiler"
                echo "  nor this"
                echo "[ERROR] broken $*, $JAVA25_HOME"
                echo "[ERROR] Re-run Maven using the -X switch"
                exit 3\
                """);
        Path log = folder.resolve("logs/build.log");
        String typed =
                ". build/maven.sh; JDK_HOME=/jdk; JAVA_HOME=/j; run_maven %s verify 'two words'"
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
