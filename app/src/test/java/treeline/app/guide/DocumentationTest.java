package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.commands.Commands;
import treeline.formats.Formats;
import treeline.question.parameter.Example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Runs every command line, every Java block and every Python block of the documentation as
/// written, in the folder that `treeline demo` wrote.
///
/// The Java of a page runs first, then its other blocks in their order, so a block may use files
/// that an earlier one wrote. A block tagged `console` shows output after commands with a prompt;
/// it is compared with the real output ([ShownOutput]). A block that cannot run here has the tag
/// `no-test:` and a reason.
class DocumentationTest {
    @TempDir static Path temporary;

    /// Programs behind a pipe that a test machine may lack.
    private static final List<String> OPTIONAL_TOOLS = List.of("dot", "jq", "duckdb");

    /// Installs a kernel; the tests of module `notebook` do that.
    private static final String TESTED_ELSEWHERE = "treeline jupyter";

    /// Blocks that are not run: page, reason, number of blocks. A new line here needs a reason that
    /// no test machine can meet.
    private static final List<String> UNTESTED =
            """
            docs/case-studies/chopper.md: needs the paper's data: 4
            docs/case-studies/hpcanalysis.md: needs the paper's data: 7
            docs/case-studies/jvm-programs.md: needs Apache Spark and treeline-record.jar: 1
            docs/case-studies/jvm-programs.md: needs Maven and treeline-record.jar: 1
            docs/case-studies/native-programs.md: needs HPCC: 1
            docs/case-studies/native-programs.md: needs LAMMPS: 1
            docs/case-studies/native-programs.md: needs NWChem: 1
            docs/case-studies/native-programs.md: needs mpi4py: 1
            docs/case-studies/thicket.md: needs the paper's data: 9
            docs/case-studies/tinyprof.md: needs the paper's data: 1
            docs/case-studies/viveka.md: needs the paper's data: 4
            docs/how-to/dashboard.md: needs a running program: 1
            docs/how-to/dashboard.md: needs a second machine: 1
            docs/how-to/install.md: needs podman: 1
            docs/how-to/install.md: run by build/test-release: 2
            docs/how-to/notebooks.md: installs into the user's Jupyter: 1
            docs/how-to/notebooks.md: needs Jupyter: 1
            docs/how-to/record-java.md: needs your program: 2
            docs/how-to/record-mpi.md: installs packages: 1
            docs/how-to/record-mpi.md: needs MPI: 3
            docs/how-to/record-native.md: run by NativeGuideTest: 8
            docs/how-to/record-native.md: run by NativeOpenMpTest: 1
            docs/how-to/record-without-changes.md: needs treeline-record.jar: 2
            docs/how-to/use-a-cluster.md: needs Spark, which the tests of module spark have: 1
            docs/how-to/use-a-cluster.md: needs a Spark cluster: 2
            """
                    .lines()
                    .toList();

    @TestFactory
    Stream<DynamicContainer> everyPageWorksAsWritten() throws IOException {
        List<GuidePage> pages =
                Stream.concat(GuidePage.all().stream(), GuidePage.ofPackages().stream()).toList();
        GuideJava java = GuideJava.compiled(pages, temporary.resolve("java"));
        return pages.stream()
                .map(page -> DynamicContainer.dynamicContainer(page.name(), tests(page, java)));
    }

    private static List<DynamicTest> tests(GuidePage page, GuideJava java) {
        List<DynamicTest> tests = new ArrayList<>();
        java.test(page).ifPresent(tests::add);
        for (GuidePage.Block block : page.blocks()) {
            if (!block.untested().isEmpty()) continue;
            if (block.isShell()) tests.add(test(block, () -> runShell(block)));
            if (block.language().equals("python"))
                tests.add(test(block, () -> GuidePython.run(block, GuideFolder.shared())));
        }
        for (String line : page.tableCommands())
            tests.add(DynamicTest.dynamicTest(line, () -> assertWorks(line)));
        return tests;
    }

    private static DynamicTest test(GuidePage.Block block, Executable run) {
        return DynamicTest.dynamicTest(
                "line %d: %s".formatted(block.line(), block.lines().getFirst()), run);
    }

    private static void runShell(GuidePage.Block block) throws Exception {
        Session.Answer answer = assertWorks(block.script());
        if (!block.isCompared()) return;
        assertThat(ShownOutput.matches(block.output(), answer.out()))
                .as("the page shows\n%s\nthe command prints\n%s", block.text(), answer.out())
                .isTrue();
    }

    private static Session.Answer assertWorks(String script) throws Exception {
        for (String tool : OPTIONAL_TOOLS)
            assumeTrue(
                    !script.contains(" | %s ".formatted(tool)) || isInstalled(tool),
                    "needs " + tool);
        Session.Answer answer = GuideFolder.shared().script(script);
        assertThat(answer.exitCode()).as("%s\n%s%s", script, answer.err(), answer.out()).isZero();
        return answer;
    }

    @TestFactory
    Stream<DynamicTest> everyExampleOfTheHelpTextsWorks() {
        return Commands.all(Formats::all, "treeline").stream()
                .flatMap(each -> Stream.concat(Stream.of(each), each.members().stream()))
                .flatMap(each -> each.examples().stream())
                .map(Example::line)
                .distinct()
                .filter(line -> !line.startsWith(TESTED_ELSEWHERE))
                .map(line -> DynamicTest.dynamicTest(line, () -> assertWorks(line)));
    }

    private static boolean isInstalled(String tool) throws Exception {
        return GuideFolder.shared().script("command -v " + tool).exitCode() == 0;
    }

    @Test
    void blocksThatAreNotRunAreListedHere() throws IOException {
        Map<String, Integer> untested = new TreeMap<>();
        for (GuidePage page : GuidePage.all())
            for (GuidePage.Block block : page.blocks())
                if (!block.untested().isEmpty())
                    untested.merge(page.name() + ": " + block.untested(), 1, Integer::sum);
        assertThat(untested.entrySet().stream().map(each -> each.getKey() + ": " + each.getValue()))
                .containsExactlyInAnyOrderElementsOf(
                        UNTESTED.stream()
                                .filter(line -> Files.exists(GuidePage.ROOT.resolve(pageOf(line))))
                                .toList());
    }

    private static String pageOf(String line) {
        return line.substring(0, line.indexOf(':'));
    }
}
