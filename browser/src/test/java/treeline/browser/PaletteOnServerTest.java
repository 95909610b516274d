package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The command palette on a real server and run. What it copies is run as a command, as Java and as
/// Python, and gives the exported answer.
class PaletteOnServerTest {
    private static final Pattern SENTENCE = Pattern.compile("\"text\": \"((?:[^\"\\\\]|\\\\.)*)\"");

    @TempDir Path folder;
    private Path launcher = Path.of("treeline");

    @BeforeEach
    void writeLauncher() throws IOException {
        String java = String.join("' '", Jvm.withClasses());
        launcher =
                Files.writeString(
                        folder.resolve("treeline"),
                        "#!/bin/sh\nexec '%s' treeline.app.Main \"$@\"\n".formatted(java));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void anAnswerIsThatOfTheCopiedCommandJavaAndPython() throws Exception {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = chosen(dashboard, "imbal", "imbalance");
            dialog(page).getByLabel("top", exactly()).fill("2");
            dialog(page).getByLabel("waiting", exactly()).fill("exch.*\nresid[a-z]+");
            ask(page);
            String csv = exported(page, "CSV");
            String json = exported(page, "JSON");
            checkTable(page, csv);
            checkSentences(page, json);
            String command = copied(page, "command");
            assertThat(command).startsWith("treeline imbalance ").contains("run0.tldb", "--top 2");
            assertThat(run("sh", "-c", command + " --csv")).isEqualTo(csv);
            assertThat(run("sh", "-c", command + " --json")).isEqualTo(json);
            assertThat(runJava(copied(page, "Java"))).isEqualTo(csv);
            assertThat(runPython(copied(page, "Python"))).isEqualTo(rows(csv));
        }
    }

    /// `from` is a keyword of Python.
    @Test
    void parametersOfEveryShapeAreCopied() throws Exception {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = chosen(dashboard, "heaviest calls", "hot-path");
            dialog(page).getByLabel("from", exactly()).fill("main/step");
            dialog(page).getByLabel("hide", exactly()).fill("resid.*");
            dialog(page).getByLabel("threshold", exactly()).fill("20");
            ask(page);
            String csv = exported(page, "CSV");
            assertThat(csv).contains("main/step/exchange").doesNotContain("residual");
            assertThat(run("sh", "-c", copied(page, "command") + " --csv")).isEqualTo(csv);
            assertThat(runJava(copied(page, "Java"))).isEqualTo(csv);
            assertThat(runPython(copied(page, "Python"))).isEqualTo(rows(csv));
        }
    }

    @Test
    void whatTheServerRefusesIsShown() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = chosen(dashboard, "imbal", "imbalance");
            dialog(page).getByLabel("metric", exactly()).fill("watts");
            dialog(page).getByText("Ask", inFull()).click();
            assertThat(dialog(page).getByText("no metric 'watts'")).isVisible();
        }
    }

    /// The form of a question that was found by typing.
    private static Page chosen(Dashboard dashboard, String typed, String name) {
        Page page = dashboard.open("");
        page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        page.keyboard().press("Control+k");
        options(page).first().waitFor();
        page.keyboard().type(typed);
        assertThat(options(page).first()).containsText(name);
        page.keyboard().press("Enter");
        return page;
    }

    private static Locator options(Page page) {
        return dialog(page).getByRole(AriaRole.OPTION).and(page.locator("li"));
    }

    private static Locator dialog(Page page) {
        return page.locator("dialog.palette");
    }

    private static Locator.GetByLabelOptions exactly() {
        return new Locator.GetByLabelOptions().setExact(true);
    }

    private static Locator.GetByTextOptions inFull() {
        return new Locator.GetByTextOptions().setExact(true);
    }

    private static void ask(Page page) {
        dialog(page).getByText("Ask", inFull()).click();
        assertThat(dialog(page).locator("h3")).isVisible();
    }

    private static String exported(Page page, String form) throws IOException {
        Locator button = dialog(page).getByText("Export " + form);
        return Files.readString(page.waitForDownload(button::click).path());
    }

    private static String copied(Page page, String language) {
        dialog(page).getByText("Copy as " + language).click();
        assertThat(dialog(page).getByText("Copied.")).isVisible();
        return (String) page.evaluate("() => navigator.clipboard.readText()");
    }

    /// Call paths appear in the order of the file.
    private static void checkTable(Page page, String csv) {
        List<String> shown =
                dialog(page).locator("table").first().locator("tbody tr").all().stream()
                        .map(row -> row.locator("td").last().innerText())
                        .toList();
        List<String> lines = csv.lines().skip(1).toList();
        assertThat(shown).hasSize(lines.size()).isNotEmpty();
        for (int row = 0; row < shown.size(); row++)
            assertThat(lines.get(row)).contains(shown.get(row));
    }

    private static void checkSentences(Page page, String json) {
        String statements =
                json.substring(json.indexOf("\"statements\""), json.indexOf("\"rows\""));
        List<String> sentences =
                SENTENCE.matcher(statements)
                        .results()
                        .map(each -> each.group(1).replace("\\\"", "\"").replace("\\\\", "\\"))
                        .toList();
        assertThat(sentences).isNotEmpty();
        assertThat(dialog(page).locator(".palette-statements li").allInnerTexts())
                .isEqualTo(sentences);
    }

    private String runJava(String expression) throws Exception {
        Path source =
                Files.writeString(
                        folder.resolve("Copied.java"),
                        """
                        import treeline.Treeline;
                        class Copied {
                            public static void main(String[] none) throws Exception {
                                var text = new StringBuilder();
                                %s.writeCsv(text);
                                System.out.print(text);
                            }
                        }
                        """
                                .formatted(expression));
        List<String> command = Jvm.withClasses();
        command.add(source.toString());
        return run(command.toArray(String[]::new));
    }

    /// The first column of the rows. The test brings its own `pandas`, of which one class is used.
    private List<String> runPython(String expression) throws Exception {
        Path module = samples().resolve("python");
        Files.writeString(
                folder.resolve("pandas.py"),
                """
                class DataFrame:
                    def __init__(self, rows):
                        self.rows, self.attrs = rows, {}
                """);
        String program =
                """
                import sys
                sys.path[:0] = [%s, %s]
                import treeline
                for row in (%s).rows:
                    print(row["path"])
                """
                        .formatted(quoted(module), quoted(folder), expression);
        return run("python3", "-c", program).lines().toList();
    }

    private static String quoted(Path path) {
        return "'" + path.toAbsolutePath() + "'";
    }

    /// The folder `samples` of the repository.
    private static Path samples() {
        Path at = Path.of("samples");
        return Files.isDirectory(at) ? at : Path.of("..", "samples");
    }

    private static List<String> rows(String csv) {
        int path = List.of(csv.lines().findFirst().orElseThrow().split(",")).indexOf("path");
        return csv.lines().skip(1).map(line -> line.split(",")[path]).toList();
    }

    /// The standard output of a program that succeeds.
    private String run(String... words) throws Exception {
        var builder = new ProcessBuilder(new ArrayList<>(List.of(words)));
        builder.environment().put("TREELINE", launcher.toString());
        builder.environment().merge("PATH", "", (path, _) -> folder + ":" + path);
        Path errors = folder.resolve("errors.txt");
        Process process = builder.redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return output;
    }
}
