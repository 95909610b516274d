package treeline.app.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import treeline.app.Session;
import treeline.app.cli.ExitCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs what the help texts, the first page, the guides and the packages show, on recordings of our
/// own. Guides with results beside their lines have a test of their own that compares these.
class DocumentedExamplesTest {
    @TempDir static Path temporary;

    private static GuideFolder folder;

    @BeforeAll
    static void record() throws IOException {
        folder = GuideFolder.recordedIn(temporary);
    }

    @TestFactory
    Stream<DynamicTest> everyExampleOfTheHelpTextsWorks() {
        List<String> commands = commands(folder.run("--help").out());
        List<String> lines = new ArrayList<>();
        for (String name : commands) {
            String help = folder.run(name, "--help").out();
            lines.addAll(indented("examples:", help));
            for (String member : commands(help))
                lines.addAll(indented("examples:", folder.run(name, member, "--help").out()));
        }
        assertThat(commands).hasSizeGreaterThan(15);
        assertThat(lines).hasSizeGreaterThan(40);
        return lines.stream()
                .distinct()
                .filter(line -> !isTestedElsewhere(line))
                .map(DocumentedExamplesTest::works);
    }

    private static List<String> commands(String help) {
        return indented("commands:", help).stream()
                .map(line -> line.replaceFirst(" .*", ""))
                .toList();
    }

    /// The lines below a heading that are indented by two.
    private static List<String> indented(String heading, String help) {
        return help.lines()
                .dropWhile(line -> !line.equals(heading))
                .skip(1)
                .takeWhile(line -> line.startsWith("  "))
                .filter(line -> line.charAt(2) != ' ')
                .map(String::strip)
                .toList();
    }

    @TestFactory
    Stream<DynamicTest> everyCommandLineOfTheGuidesWorks() throws IOException {
        List<String> lines = new ArrayList<>();
        for (GuidePage page : GuidePage.all())
            if (!page.name().matches(".*/(figures|plots|spark)\\.md"))
                lines.addAll(page.commandLines());
        for (GuidePage page : GuidePage.all())
            if (page.name().matches(".*/(analyse|ensembles)\\.md")) lines.addAll(page.inTables());
        assertThat(lines).hasSizeGreaterThan(20);
        return lines.stream()
                .filter(line -> !isTestedElsewhere(line))
                .map(DocumentedExamplesTest::works);
    }

    /// A shell reads the standard input, which belongs to the runner of tests here; `PipesTest` has
    /// a process of its own for it. The kernel is installed by the tests of module `notebook`.
    private static boolean isTestedElsewhere(String line) {
        return line.contains("treeline shell ") || line.contains("treeline jupyter");
    }

    private static DynamicTest works(String line) {
        return DynamicTest.dynamicTest(
                line, () -> assertWorks(GuidePage.words(line, folder::expanded)));
    }

    private static void assertWorks(List<String> words) throws InterruptedException {
        Session.Answer answer = answer(new ArrayList<>(words));
        boolean gate = words.contains("--fail-above"); // may fail, see CompareGuideTest
        assertThat(answer.exitCode())
                .as(answer.err() + answer.out())
                .isBetween(ExitCode.SUCCESS, gate ? ExitCode.GATE_FAILED : ExitCode.SUCCESS);
        assertThat(answer.err().lines().filter(line -> !isAboutRuns(line) && !isAboutForm(line)))
                .isEmpty();
        assertThat(answer.out()).isNotBlank();
    }

    /// Our recordings differ in more than an example says, and do not scale.
    private static boolean isAboutRuns(String line) {
        return line.matches(
                "warning: (.* differs: .*|also differ: .*|.*times do not fall with more.*"
                        + "|.* is a copy of .*)");
    }

    /// What forms of other tools have no place for.
    private static boolean isAboutForm(String line) {
        return line.matches("note: [a-z-]+ (does not hold|holds one value per node).*");
    }

    private static Session.Answer answer(List<String> words) throws InterruptedException {
        switch (words.getFirst()) {
            case "serve" -> {
                words.add("--no-browser");
                words.replaceAll(word -> word.equals("8000") ? "0" : word); // it may be taken
                return folder.runUntil("Ctrl+C ends it", words);
            }
            case "mcp" -> {
                return new GuideAssistant(folder).answer(words);
            }
            case "demo" -> words.add(folder.path().resolve("treeline-demo").toString());
            case "native" ->
                    words.replaceAll(
                            word ->
                                    word.equals("treeline-native")
                                            ? folder.path().resolve(word).toString()
                                            : word);
            default -> {}
        }
        return folder.run(words.toArray(String[]::new));
    }

    @TestFactory
    Stream<DynamicTest> theJavaOfTheGuidesCompilesAndRuns() throws Exception {
        // What needs Spark or a kernel is checked among the tests of its module.
        List<GuidePage> pages =
                Stream.concat(GuidePage.all().stream(), GuidePage.ofPackages().stream())
                        .filter(page -> !page.name().matches(".*/(spark|notebooks)\\.md"))
                        .toList();
        return GuideJava.compiled(pages, temporary.resolve("java"), folder.path());
    }

    @TestFactory
    Stream<DynamicTest> thePythonOfTheGuidesRuns() throws IOException {
        // What records is run among the examples, with the module of the same name.
        List<GuidePage> pages =
                GuidePage.all().stream()
                        .filter(page -> !page.name().endsWith("/native.md"))
                        .toList();
        return GuidePython.tests(pages, folder);
    }
}
