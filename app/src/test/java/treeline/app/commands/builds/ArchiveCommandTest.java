package treeline.app.commands.builds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.source.ProfileFormat;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class ArchiveCommandTest {
    @TempDir Path folder;

    /// Twenty builds with a step at the twelfth.
    private void fill() throws IOException {
        for (int build = 0; build < 20; build++) add(build, build < 12 ? 10 : 11);
    }

    private void add(int build, double solve) throws IOException {
        Path run = folder.resolve("run.d");
        Files.writeString(
                run,
                "path rank0\nmain 1\nmain/solve %s\nmain/io 2"
                        .formatted(solve + 0.01 * (build * 7 % 5) + 1e-6 * build));
        Session.Answer answer =
                archive(
                        "add",
                        run.toString(),
                        "--branch",
                        "main",
                        "--commit",
                        "c%02d".formatted(build),
                        "--time",
                        "2026-11-%02dT12:00:00Z".formatted(build + 1));
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out()).contains("branch main, commit c%02d".formatted(build));
    }

    @Test
    void theListHasTheNewestRunFirst() throws IOException {
        fill();
        Session.Answer answer = archive("list", "--top", "2");
        assertThat(answer.out().lines())
                .containsSubsequence("20 runs", "", "… 18 more")
                .element(3)
                .asString()
                .startsWith("2026-11-20T12:00:00Z  main    c19     20261120T120000Z-")
                .endsWith("  " + folder.resolve("run.d"));
        assertThat(archive("list", "--branch", "topic").err())
                .contains("the archive has no run of branch 'topic'; its branches are [main]");
        assertThat(archive("list", "--json").out()).contains("\"treeline/archive-list/1\"");
    }

    @Test
    void runsAreFoundByTheConditionsOfEnsembles() throws IOException {
        fill();
        assertThat(archive("query", "--where", "commit =~ 'c0.'").out())
                .startsWith("10 of 20 runs");
        assertThat(archive("query", "--where", "commit = 'none'").out())
                .isEqualTo("0 of 20 runs\n");
        assertThat(archive("query", "--where", "comit = 'c01'").err())
                .contains("metadata of at least one run");
        assertThat(archive("query").err()).contains("no condition given");
        assertThat(archive("query", "--sql", "SELECT 1", "--branch", "main").exitCode())
                .isEqualTo(2);
    }

    @Test
    void theIndexIsAskedInSql() throws IOException {
        fill();
        Session.Answer answer =
                archive("query", "--sql", "SELECT branch, count(*) AS runs FROM runs", "--csv");
        assertThat(answer.out()).isEqualTo("branch,runs\nmain,20\n");
        assertThat(archive("query", "--sql", "SELECT x FROM runs").err())
                .startsWith("treeline: SQL: no such column: x\n");
        Session.Answer write = archive("query", "--sql", "DROP TABLE runs");
        assertThat(write.exitCode()).isEqualTo(2);
        assertThat(write.err())
                .startsWith(
                        "treeline: SQL: only queries are allowed: expected SELECT, found DROP;");
    }

    @Test
    void aTrendNamesTheCommitWithWhichANodeChanged() throws IOException {
        fill();
        String out = archive("trend", "solve", "--branch", "main").out();
        assertThat(out)
                .startsWith("time (inclusive) of main/solve in 20 runs of 20 builds\n")
                .containsPattern("11\\.0 s +\\+10\\.0 % .*2026-11-13T12:00:00Z +c12")
                .contains("1 change (permutation test of the build means at level 0.01)");
        assertThat(archive("trend", "io").out()).contains("no significant change");
        assertThat(archive("trend", "(total)").out())
                .startsWith("time (inclusive) of (total) in 20 runs of 20 builds");
        assertThat(archive("trend", "solve", "--json").out())
                .contains("\"changes\": [")
                .contains("\"commit\": \"c12\"");
        assertThat(archive("trend", "solve", "--csv").out())
                .startsWith("run,time,branch,commit,value:inclusive [s],segment\n");
        assertThat(archive("trend", "nothing").err()).contains("has the node 'nothing'");
        assertThat(archive("trend", "solve", "--metric", "bytes").err())
                .contains("no metric 'bytes'");
    }

    @Test
    void withoutANodeATrendListsAllNodesThatChanged() throws IOException {
        fill();
        Session.Answer answer = archive("trend", "--branch", "main");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out())
                .startsWith("time (exclusive): 4 nodes in 20 runs of 20 builds\n")
                .containsPattern("\\+7\\.7 % .* 2026-11-13T12:00:00Z +c12 +\\(total\\)")
                .containsPattern("\\+10\\.0 % .* 2026-11-13T12:00:00Z +c12 +main/solve")
                .doesNotContain("main/io")
                .contains("2 changes in 2 of 4 nodes")
                .contains("adjusted for all nodes");
        assertThat(archive("trend", "--csv").out())
                .startsWith(
                        "path,build,time,builds_since,before:exclusive [s],after:exclusive"
                                + " [s],change:exclusive [s],ratio,p,p_adjusted\n"
                                + "(total),c12,2026-11-13T12:00:00Z,8,")
                .hasLineCount(3);
        assertThat(archive("trend", "--json").out())
                .contains("\"treeline/archive-changes/1\"")
                .contains("\"tested\": 4");
    }

    /// The slowdown starts with the eighth build from the newest.
    @Test
    void aTrendFailsOnASlowdownIfAsked() throws IOException {
        fill();
        Session.Answer all = archive("trend", "--fail-on-change");
        assertThat(all.exitCode()).isEqualTo(1);
        assertThat(all.out()).contains("\nfailed: 2 slowdowns\n");
        Session.Answer eight = archive("trend", "--fail-on-change", "--newest", "8");
        assertThat(eight.exitCode()).isEqualTo(1);
        assertThat(eight.out()).contains("\nfailed: 2 slowdowns in the newest 8 builds\n");
        Session.Answer seven = archive("trend", "--fail-on-change", "--newest", "7", "--json");
        assertThat(seven.exitCode()).isZero();
        assertThat(seven.out()).contains("\"passes\": true");
        assertThat(archive("trend", "solve", "--fail-on-change").exitCode()).isEqualTo(1);
        assertThat(archive("trend", "io", "--fail-on-change").out())
                .contains("\npassed: no significant slowdown\n");
        assertThat(archive("trend", "--newest", "8").err()).contains("add --fail-on-change");
    }

    @Test
    void aGateNeedsTenBuilds() throws IOException {
        for (int build = 0; build < 9; build++) add(build, 10);
        for (List<String> node : List.of(List.<String>of(), List.of("solve"))) {
            Session.Answer answer = gate(node);
            assertThat(answer.exitCode()).isEqualTo(2);
            assertThat(answer.out())
                    .contains("\nnot tested: 9 builds, at least 10 required\n")
                    .doesNotContain("passed");
        }
        add(9, 10);
        assertThat(gate(List.of()).exitCode()).isZero();
    }

    private Session.Answer gate(List<String> node) throws IOException {
        return archive(
                Stream.of(List.of("trend"), node, List.of("--fail-on-change"))
                        .flatMap(List::stream)
                        .toArray(String[]::new));
    }

    @Test
    void speedupsDoNotFail() throws IOException {
        for (int build = 0; build < 20; build++) add(build, build < 12 ? 11 : 10);
        Session.Answer answer = archive("trend", "--fail-on-change");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out()).contains("passed: no significant slowdown").contains("-9.0 %");
    }

    @Test
    void withFewBuildsATrendSaysThatItCannotFindAChange() throws IOException {
        for (int build = 0; build < 9; build++) add(build, build < 6 ? 10 : 11);
        for (String[] words : new String[][] {{"trend"}, {"trend", "solve"}})
            assertThat(archive(words).out())
                    .contains(
                            "no change can be significant with fewer than 10 builds; use 'treeline"
                                    + " compare' for two builds");
        add(9, 11);
        assertThat(archive("trend", "solve").out()).contains("no significant change");
        for (int build = 10; build < 12; build++) add(build, 11);
        assertThat(archive("trend", "solve").out()).contains("1 change").contains("c06");
    }

    @Test
    void aCopyOfARunIsNoticed() throws IOException {
        add(0, 10);
        Path copy = Files.copy(folder.resolve("run.d"), folder.resolve("copy.d"));
        Session.Answer answer = archive("add", copy.toString());
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err())
                .startsWith(
                        "warning: %s is a copy of the archived run 20261101T120000Z-"
                                .formatted(copy));
        assertThat(archive("list").out()).startsWith("2 runs");
    }

    @Test
    void buildsOfAnArchiveAreCompared() throws IOException {
        fill();
        Session.Answer slower =
                run("compare", "archive:main", "--baseline", "archive:main~10..main~8");
        assertThat(slower.err()).isEmpty();
        assertThat(slower.out())
                .startsWith(
                        "time (exclusive): 1 run of archive:main against 2 runs of"
                                + " archive:main~10..main~8");
        assertThat(run("compare", "archive:c11", "archive:c12", "--fail-above", "5%").exitCode())
                .isEqualTo(1);
        assertThat(
                        run("compare", "archive:main~1", "archive:main", "--fail-above", "5%")
                                .exitCode())
                .isZero();
        assertThat(run("compare", "archive:mian", "archive:main").err())
                .contains("archive:mian: no branch or commit 'mian'; branches are main");
    }

    @Test
    void whatIsWrongIsSaidInALine() throws IOException {
        Session.Answer none = archive("list");
        assertThat(none.exitCode()).isEqualTo(2);
        assertThat(none.err()).contains("no such archive");
        Files.writeString(folder.resolve("run.d"), "path rank0\nmain 1");
        String run = folder.resolve("run.d").toString();
        assertThat(archive("add", run, "--branch", "a~1").err())
                .contains("branch 'a~1': expected a name without spaces, '~', ':' and '..'");
        assertThat(archive("add", run, "--time", "noon").err())
                .contains("a time such as 2026-11-16T12:00:00Z");
        assertThat(archive("add", folder.resolve("nowhere.tldb").toString()).exitCode())
                .isEqualTo(2);
        assertThat(session().run("archive", "list").err())
                .contains("add --archive FOLDER, or set TREELINE_ARCHIVE");
    }

    @Test
    void aDamagedRunIsWarnedOf() throws IOException {
        fill();
        Files.writeString(folder.resolve("perf/runs/20260101T000000Z-0.tldb"), "half a run");
        Session.Answer answer = archive("list", "--top", "1");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err()).startsWith("warning: skipped: ").contains("20260101T000000Z-0");
        assertThat(answer.out()).startsWith("20 runs");
    }

    private Session.Answer archive(String... words) {
        List<String> line = new ArrayList<>(List.of("archive"));
        line.addAll(List.of(words));
        return run(line.toArray(String[]::new));
    }

    private Session.Answer run(String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of("--archive", folder.resolve("perf").toString()));
        return session().run(line.toArray(String[]::new));
    }

    private static Session session() {
        List<ProfileFormat> readable = new ArrayList<>(Formats.all().readable());
        readable.add(new DrawnFormat());
        return new Session(new Formats(readable, List.of()), Session.PLAIN.withWidth(200));
    }
}
