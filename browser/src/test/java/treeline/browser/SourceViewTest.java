package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.CallTree;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Frame.Kind;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Source files next to the call tree: the cost of each line, and a click that selects its call
/// path.
class SourceViewTest {
    @TempDir Path folder;

    private static final String FILE = "/build/app/solve.c";
    private static final int LINES = 5_000;

    /// Lines 10 and 4,000 of a long file.
    private static Profile profile() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.of("s"), Scope.EXCLUSIVE));
        int context = builder.context(Context.ofRank(0));
        int main = builder.child(CallTree.NO_PARENT, new Frame(Kind.FUNCTION, "main", FILE, 1, ""));
        for (int line : new int[] {10, 4_000}) {
            int node = builder.child(main, new Frame(Kind.LINE, "solve.c:" + line, FILE, line, ""));
            builder.add(time, context, node, line == 10 ? 1 : 3);
        }
        return builder.build();
    }

    private Dashboard served() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources/app"));
        String text =
                IntStream.rangeClosed(1, LINES)
                        .mapToObj(line -> line == 10 ? "<img src=x onerror=alert(1)>" : "f" + line)
                        .collect(Collectors.joining("\n"));
        Files.writeString(sources.resolve("solve.c"), text);
        Path run = folder.resolve("run.tldb");
        new DatabaseExporter().export(profile(), run);
        return Dashboard.withSources(folder.resolve("sources"), run);
    }

    @Test
    void theLineOfTheSelectedCallPathIsInSightAndAClickSelectsAnotherOne() throws IOException {
        try (Dashboard dashboard = served()) {
            var shell = new Shell(dashboard, "view=source&node=main/solve.c:4000");
            Page page = shell.page();
            page.waitForSelector(".source-line.selected");
            assertThat(page.locator(".source-file").innerText()).isEqualTo("app/solve.c");
            assertThat(page.locator(".source-line.selected").innerText())
                    .contains("4000", "3.00 s", "f4000");
            assertThat(page.locator(".source-line.selected").isVisible()).isTrue();
            assertThat(page.locator(".source-line").count())
                    .as("only lines in sight are elements")
                    .isLessThan(100);
            page.locator(".source-scroll").evaluate("(each) => { each.scrollTop = 0; }");
            page.locator(".source-line >> text=<img src=x").click();
            dashboard.settle();
            assertThat(shell.chips()).containsExactly("solve.c:10");
            assertThat(page.locator("#details-panel").innerText()).contains("1.00 s");
        }
    }

    @Test
    void linesAreReachedByKeyAndTheViewIsAccessible() throws IOException {
        try (Dashboard dashboard = served()) {
            var shell = new Shell(dashboard, "view=source&node=main/solve.c:10");
            Page page = shell.page();
            page.waitForSelector(".source-line.selected");
            page.locator(".source-scroll").focus();
            shell.press("End", "ArrowUp");
            assertThat(page.locator(".source-line.active").getAttribute("data-line"))
                    .isEqualTo("4999");
            assertThat(
                            new AxeBuilder(page)
                                    .analyze().getViolations().stream()
                                            .map(rule -> rule.getId() + rule.getNodes()))
                    .isEmpty();
        }
    }

    @Test
    void aFileThatIsNotBelowARootIsNamedWithTheOptionThatFindsIt() throws IOException {
        try (Dashboard dashboard = Dashboard.of(profile())) {
            var shell = new Shell(dashboard, "view=source&node=main");
            shell.page().waitForSelector(".source-message >> text=was not found");
            assertThat(shell.page().locator(".source-message").innerText())
                    .contains("--source DIR");
        }
    }

    @Test
    void aProfileWithoutFilesHasNoSourceTab() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            dashboard.open("");
            assertThat(dashboard.page().locator("#tab-source").isVisible()).isFalse();
        }
    }
}
