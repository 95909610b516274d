package treeline.app.commands.builds;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.source.ProfileFormat;
import treeline.testkit.DrawnFormat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.xml.parsers.DocumentBuilderFactory;

class CompareCommandTest {
    @TempDir Path folder;

    @BeforeEach
    void draw() throws IOException {
        draw("old", 10);
        draw("same", 10.01);
        draw("slow", 12);
        draw("fast", 8);
    }

    /// Four runs with little noise; no two runs are equal.
    private void draw(String build, double solve) throws IOException {
        Files.createDirectories(folder.resolve(build));
        for (int run = 0; run < 4; run++)
            write(
                    build + "/" + run,
                    "main/solve %s\nmain/io 5"
                            .formatted(solve + 0.01 * (run % 3) + 1e-6 * drawn++));
    }

    private int drawn;

    private void write(String name, String rows) throws IOException {
        Files.writeString(folder.resolve(name + ".d"), "path rank0\nmain 1\n" + rows);
    }

    @Test
    void aBuildThatIsAsFastPassesTheGate() {
        Session.Answer answer = compare("old", "same", "--fail-above", "5%");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out().lines().skip(1).findFirst())
                .contains("passed: no node is significantly slower by more than 5 %");
        assertThat(answer.out())
                .contains("3 nodes: no significant difference")
                .contains(
                        "noise: estimated from 4 and 4 runs; 2 tests at level 0.05 (permutation"
                                + " test, adjusted for all nodes)");
    }

    @Test
    void aBuildThatIsSlowerFailsTheGateWithOne() {
        Session.Answer answer = compare("old", "slow", "--fail-above", "5%");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .contains("failed: the whole run and 1 of 3 nodes are slower by more than 5 %")
                .containsPattern("slower, fails +\\+20\\.0 % .*main/solve");
        assertThat(answer.err()).isEmpty();
    }

    @Test
    void withoutAGateNothingFails() {
        Session.Answer answer = compare("old", "slow");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out()).containsPattern("slower +\\+20\\.0 % .*main/solve");
        assertThat(compare("old", "fast", "--fail-above", "0").exitCode()).isZero();
    }

    @Test
    void withOneRunPerSideItSaysWhatCannotBeKnown() {
        Session.Answer answer = compare("old/0.d", "slow/0.d", "--fail-above", "5%");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .contains("noise: unknown, because there is one run per side without repetitions")
                .contains("and the gate compares ratios only");
        assertThat(compare("old/0.d", "slow/0.d").out()).doesNotContain("gate");
    }

    @Test
    void oneNewRunIsComparedWithTheNoiseOfManyOldOnes() {
        Session.Answer answer = compare("slow/0.d", "--baseline", "old", "--fail-above", "5");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .contains(
                        "noise: estimated from 4 runs; the side with one run is assumed to vary as"
                                + " much; 2 tests at level 0.05 (t test, adjusted by Holm; assumes"
                                + " normal noise: too few runs for permutations)");
    }

    @Test
    void patternsAndSeveralBaselinesAreRuns() {
        Session.Answer answer =
                compare("slow/?.d", "--baseline", "old/0.d", "--baseline", "old/1.d");
        assertThat(answer.out()).startsWith("time (exclusive): 4 runs of ").contains(" and 1 more");
    }

    @Test
    void nodesThatAreNewOrGoneAndSmallAreCounted() throws IOException {
        write("a", "main/x 99\nmain/old 3\nmain/tiny 0.01");
        write("b", "main/x 99\nmain/new 3\nmain/tiny 0.02");
        Session.Answer answer = compare("a.d", "b.d", "--fail-above", "5%");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.out())
                .containsPattern("new .*main/new")
                .containsPattern("gone .*main/old")
                .contains("2 nodes below 1.0 % of the total: not compared");
        assertThat(compare("a.d", "b.d", "--fail-above", "5%", "--least-share", "0").exitCode())
                .isEqualTo(1);
    }

    @Test
    void jsonHasTheVerdictAndEveryColumn() {
        Session.Answer answer = compare("old", "slow", "--fail-above", "5%", "--json");
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out())
                .startsWith("{\n  \"schema\": \"treeline/compare/1\"")
                .contains("\"noise\": \"between_runs\"")
                .contains("\"fail_above\": 0.05")
                .contains("\"passes\": false")
                .contains("\"p_adjusted\"");
        assertThat(compare("old", "slow", "--csv").out())
                .startsWith("path,status,fails,before [s],after [s],change [s],ratio,ratio_low,");
    }

    @Test
    void junitHasATestCaseForEachNode() throws Exception {
        Path file = folder.resolve("report.xml");
        compare("old", "slow", "--fail-above", "5%", "--junit", "report.xml");
        Element suite =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(file.toFile())
                        .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("4");
        assertThat(suite.getAttribute("failures")).isEqualTo("2");
        NodeList failures = suite.getElementsByTagName("failure");
        assertThat(((Element) failures.item(1)).getAttribute("message"))
                .startsWith("+20.0 % slower: 10.0 s to 12.0 s (95 % interval +19.8 to +20.");
    }

    @Test
    void namesAreEscapedInXmlAndMarkdown() throws Exception {
        write("a", "main/f<a|b>&\"`*() 10");
        write("b", "main/f<a|b>&\"`*() 20");
        String xml = compare("a.d", "b.d", "--fail-above", "5%", "--junit", "-").out();
        assertThat(xml).contains("name=\"main/f&lt;a|b&gt;&amp;&quot;`*()\"");
        String markdown = compare("a.d", "b.d", "--fail-above", "5%", "--markdown", "-").out();
        assertThat(markdown).contains(" | `main/f<a\\|b>&\"'*()` | ");
    }

    @Test
    void markdownIsReadyForAPullRequest() {
        String markdown = compare("old", "slow", "--fail-above", "5%", "--markdown", "-").out();
        assertThat(markdown)
                .startsWith(
                        "### treeline: failed: the whole run and 1 of 3 nodes are slower by more"
                                + " than 5 %\n")
                .contains("| **slower, fails** | `main/solve` | 10.0 s | 12.0 s | **+20.0 %** | ")
                .contains("| **slower, fails** | **whole run** | 16.0 s | 18.0 s |")
                .contains(
                        "<details><summary>nodes without a significant"
                                + " difference</summary>\n\n"
                                + "| | call path |")
                .contains("- noise: estimated from 4 and 4 runs");
        assertThat(compare("old", "slow", "--markdown", "-").out())
                .startsWith("### treeline: whole run +12.5 %; 1 node slower\n");
        assertThat(compare("old", "same", "--markdown", "-").out())
                .startsWith("### treeline: whole run +0.1 %; no significant difference");
        assertThat(compare("old/0.d", "slow/0.d", "--markdown", "-").out())
                .startsWith("### treeline: whole run +12.5 %; noise is unknown\n");
    }

    @Test
    void aGateThatPassesByNoiseSaysSo() throws IOException {
        for (String build : List.of("noisy", "noisier")) {
            Files.createDirectories(folder.resolve(build));
            for (int run = 0; run < 4; run++)
                write(build + "/" + run, "main/solve %d\nmain/io 5".formatted(8 + 3 * run));
        }
        Session.Answer noisy = compare("noisy", "noisier", "--fail-above", "5%");
        assertThat(noisy.exitCode()).isZero();
        assertThat(noisy.out())
                .contains("passed: no node is significantly slower by more than 5 %")
                .containsPattern(
                        "undecided: the 95 % intervals of the whole run and 1 of 3 nodes include"
                                + " slowdowns above 5 % \\(largest: main/solve, up to \\+\\d+\\.\\d"
                                + " %\\); record more runs");
        assertThat(compare("old", "same", "--fail-above", "5%").out()).doesNotContain("undecided");
        assertThat(compare("noisy", "noisier").out()).doesNotContain("undecided");
        assertThat(compare("noisy", "noisier", "--fail-above", "5%", "--json").out())
                .contains("\"undecided\": 2");
    }

    /// With 4 + 4 runs a permutation test of many nodes could never fail; counts that differ in
    /// every run are no noise.
    @Test
    void countsWithoutVarianceFailTheGateByTheirRatio() throws IOException {
        for (String build : List.of("calls", "moreCalls")) {
            Files.createDirectories(folder.resolve(build));
            for (int run = 0; run < 4; run++)
                Files.writeString(
                        folder.resolve(build + "/" + run + ".d"),
                        "metric sent B exclusive\npath rank0\nmain 1\nmain/a %d\nmain/b 50"
                                .formatted(build.equals("calls") ? 100 : 110));
        }
        Session.Answer fails = compare("calls", "moreCalls", "--fail-above", "5%");
        assertThat(fails.exitCode()).isEqualTo(1);
        assertThat(fails.err()).isEmpty();
        assertThat(fails.out())
                .contains("failed: the whole run and 1 of 2 nodes grew by more than 5 %")
                .containsPattern("larger, fails +\\+10\\.0 % +no variance .*main/a")
                .contains("2 values have no variance: compared by ratio");
        Session.Answer passes = compare("calls", "moreCalls", "--fail-above", "10%");
        assertThat(passes.exitCode()).isZero();
        assertThat(passes.out()).contains("passed: no node grew significantly by more than 10 %");
    }

    @Test
    void programsWithNothingInCommonAreNotCompared() throws IOException {
        write("a", "");
        Files.writeString(folder.resolve("b.d"), "path rank0\nother 20\nother/x 3");
        Session.Answer answer = compare("a.d", "b.d");
        assertThat(answer.exitCode()).isZero();
        assertThat(answer.err())
                .isEqualTo(
                        "warning: the two sides seem to be different programs: they have 0 of 1"
                                + " call path in common, so their total times are not compared\n");
        assertThat(answer.out()).doesNotContain("slower").doesNotContain("+2200");
        Session.Answer gate = compare("a.d", "b.d", "--fail-above", "5%");
        assertThat(gate.exitCode()).isEqualTo(1);
        assertThat(gate.out())
                .contains("failed: the two sides seem to be different programs: they have 0 of 1");
    }

    @Test
    void copiesOfARunAreNoticed() throws IOException {
        Files.copy(folder.resolve("old/0.d"), folder.resolve("old/copy.d"));
        assertThat(compare("old", "slow").err())
                .isEqualTo(
                        "warning: %s is a copy of %s; copies make results look more certain than they are\n"
                                .formatted(
                                        folder.resolve("old/copy.d"), folder.resolve("old/0.d")));
    }

    @Test
    void filesThatCannotBeWrittenAreRefusedBeforeAnythingIsRead() throws IOException {
        Session.Answer nowhere = compare("old", "unread", "--junit", "/nosuch/report.xml");
        assertThat(nowhere.exitCode()).isEqualTo(2);
        assertThat(nowhere.err())
                .startsWith("treeline: /nosuch/report.xml: no such directory: /nosuch\n");
        Path taken = Files.createDirectory(folder.resolve("taken"));
        assertThat(compare("old", "unread", "--markdown", taken.toString()).err())
                .startsWith("treeline: %s is a directory\n".formatted(taken));
    }

    @Test
    void whatIsWrongIsSaidInALine() throws IOException {
        assertThat(compare("old").err())
                .startsWith("treeline: expected BASELINE and CANDIDATE, found 1\n");
        assertThat(compare("old", "slow", "same").err())
                .contains("put patterns in quotes, or give the baseline with --baseline");
        Session.Answer percent = compare("old", "slow", "--fail-above", "much");
        assertThat(percent.exitCode()).isEqualTo(2);
        assertThat(percent.err()).contains("a percentage from 0 to 1000000, such as 5%");
        assertThat(compare("old", "nowhere").exitCode()).isEqualTo(2);
        Files.writeString(
                folder.resolve("bytes.d"), "metric bytes B exclusive\npath rank0\nmain 1");
        assertThat(compare("old", "bytes.d").err())
                .contains("bytes.d has no metric 'time:exclusive' in a unit that converts to 's'");
        assertThat(compare("archive:main", "slow").err()).contains("no archive given");
    }

    private Session.Answer compare(String... words) {
        List<String> line = new ArrayList<>(List.of("compare"));
        for (String word : words) {
            String first = word.replaceFirst("/.*", "");
            boolean file = Files.exists(folder.resolve(first)) || word.endsWith(".xml");
            line.add(file && !first.isEmpty() ? folder.resolve(word).toString() : word);
        }
        List<ProfileFormat> readable = new ArrayList<>(Formats.all().readable());
        readable.add(new DrawnFormat());
        return new Session(new Formats(readable, List.of()), Session.PLAIN.withWidth(200))
                .run(line.toArray(String[]::new));
    }
}
