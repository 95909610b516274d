package treeline.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Tests of the launcher that clones and installations share: Java options, runtime, cache, kernel
/// and Spark.
class LauncherTest extends ScriptRunner {
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
    void questionsAboutSmallFilesDoWithoutTheOptimisingCompiler() throws Exception {
        Path small = Files.writeString(folder.resolve("a run.csv"), "x");
        Path large = folder.resolve("large.csv");
        try (var file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(25_000_000);
        }
        String level = "-XX:TieredStopAtLevel=1";
        for (String command : List.of("tree '%s'", "diff '%s' '%1$s' --top 3"))
            assertThat(javaOptions("1", "max", "", command.formatted(small))).endsWith(level);
        for (String command :
                List.of(
                        "tree '%s' '%s'".formatted(small, large),
                        "tree '%s'".formatted(folder),
                        "tree - --top 3",
                        "serve '%s'".formatted(small)))
            assertThat(javaOptions("1", "max", "", command)).doesNotContain(level);
    }

    /// An installation whose Java prints its arguments.
    private Path installation(String name) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        for (String lib : List.of("lib/app.jar", "lib/notebook/kernel.jar", "lib/spark/ours.jar"))
            Files.writeString(createParents(home.resolve(lib)), "");
        for (String shared : List.of("launch.sh", "find-jdk.sh", "java-options.sh"))
            Files.copy(ROOT.resolve("build").resolve(shared), home.resolve("lib").resolve(shared));
        Path launcher = createParents(home.resolve("bin/treeline"));
        Files.copy(
                ROOT.resolve("packaging/treeline"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
        return home;
    }

    private static Path createParents(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return file;
    }

    /// A JDK whose `java` prints its arguments, one per line.
    private Path echoing(Path home) throws IOException {
        script(home.resolve("bin/java"), "for word; do echo \"$word\"; done");
        return home;
    }

    @Test
    void anInstallationUsesItsOwnRuntimeAndCache() throws Exception {
        Path home = installation("an installation");
        Files.move(echoing(jdk("own", "25.0.3")), home.resolve("runtime"));
        Files.writeString(createParents(home.resolve("cache/treeline.aot")), "classes");
        Files.createSymbolicLink(folder.resolve("linked"), home.resolve("bin/treeline"));
        Said said = run(Map.of(), folder.resolve("linked").toString(), "tree", "a b");
        assertThat(said.err()).isEmpty();
        assertThat(said.out().lines())
                .contains(
                        "-XX:AOTCache=" + home + "/cache/treeline.aot",
                        home + "/lib/app.jar",
                        "a b");
    }

    @Test
    void anInstallationWithoutRuntimeKeepsItsCacheInTheUsersFolder() throws Exception {
        Path home = installation("shared");
        Path jdk = echoing(jdk("other", "25.0.3"));
        Path caches = folder.resolve("caches");
        Map<String, String> environment =
                Map.of("JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", caches.toString());
        Said first = run(environment, home.resolve("bin/treeline").toString(), "--version");
        assertThat(first.err()).startsWith("treeline: preparing faster starts");
        try (Stream<Path> files = Files.list(caches.resolve("treeline"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("25.0.3_") && name.endsWith("_shared.aot"));
        }
        Said second = run(environment, home.resolve("bin/treeline").toString(), "--version");
        assertThat(second.err()).isEmpty();
        assertThat(home.resolve("cache")).doesNotExist();
    }

    @Test
    void helpInACloneNeitherCompilesNorWrites() throws Exception {
        Path clone = Files.createDirectories(folder.resolve("clone"));
        for (String file : List.of("treeline", "build/launch.sh", "docs/reference/commands.md"))
            Files.copy(
                    ROOT.resolve(file),
                    createParents(clone.resolve(file)),
                    StandardCopyOption.COPY_ATTRIBUTES);
        String launcher = clone.resolve("treeline").toString();
        Said jupyter = run(Map.of(), launcher, "jupyter", "--help");
        assertThat(jupyter.out())
                .startsWith("## jupyter\n    treeline jupyter [OPTIONS]\n")
                .doesNotContain("## demo");
        assertThat(jupyter.err())
                .isEqualTo(
                        "treeline: not compiled since the sources changed; from"
                                + " docs/reference/commands.md:\n");
        assertThat(run(Map.of(), launcher, "ensemble", "stats", "-h").out())
                .startsWith("## ensemble stats\n")
                .contains("--between");
        assertThat(run(Map.of(), launcher, "help", "diff").out()).startsWith("## diff\n");
        assertThat(run(Map.of(), launcher, "--help").out())
                .startsWith("# Commands\n")
                .contains("| [tree](#tree) |")
                .doesNotContain("\n## ");
        assertThat(clone.resolve("target")).doesNotExist();
        assertThat(run(Map.of(), launcher, "query", "run.tldb", "--", "-h").out()).isEmpty();
    }

    @Test
    void helpOfAnInstallationNeedsNoNotebooksNoSparkAndNoCache() throws Exception {
        Path home = installation("installed");
        Path jdk = echoing(jdk("other", "25.0.3"));
        Path caches = folder.resolve("caches");
        Map<String, String> environment =
                Map.of("JAVA_HOME", jdk.toString(), "XDG_CACHE_HOME", caches.toString());
        String launcher = home.resolve("bin/treeline").toString();
        for (String command : List.of("jupyter", "tree --engine spark")) {
            List<String> words = new ArrayList<>(List.of(launcher));
            words.addAll(List.of((command + " --help").split(" ")));
            Said help = run(environment, words.toArray(String[]::new));
            assertThat(help.err()).isEmpty();
            assertThat(help.out().lines()).contains(home + "/lib/app.jar", "--help");
        }
        assertThat(caches).doesNotExist();
    }

    @Test
    void anInstallationNamesTheSparkThatIsMissing() throws Exception {
        Path home = installation("installed");
        Path jdk = echoing(jdk("other", "25.0.3"));
        String launcher = home.resolve("bin/treeline").toString();
        assertThat(
                        run(
                                Map.of("JAVA_HOME", jdk.toString(), "SPARK_HOME", ""),
                                launcher,
                                "tree",
                                "--engine",
                                "spark"))
                .isEqualTo(
                        new Said(
                                69,
                                "",
                                """
                                treeline: --engine needs Apache Spark 4
                                  set SPARK_HOME to the folder of an Apache Spark installation
                                """));
        Said jupyter = run(Map.of("JAVA_HOME", jdk.toString()), launcher, "jupyter");
        assertThat(jupyter.out())
                .contains(home + "/lib/app.jar:" + home + "/lib/notebook/kernel.jar");
    }
}
