package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.store.db.DatabaseExporter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;

/// Two groups of runs of the page of many runs, tested against each other.
class CompareRunsTest {
    @TempDir Path folder;

    /// Five runs of each build.
    private Dashboard builds(double factor) throws IOException {
        var random = new Random(3);
        for (int i = 0; i < 10; i++)
            new DatabaseExporter()
                    .export(
                            GroupsViewTest.run(
                                    random, i < 5 ? "before" : "after", i < 5 ? 1 : factor),
                            folder.resolve("run%d.tldb".formatted(i)));
        return Dashboard.ofMany(folder.toString());
    }

    private static String firstFinding(Dashboard dashboard) {
        Page page = dashboard.page();
        page.locator("#findings-panel .findings > li").first().waitFor();
        dashboard.settle();
        return page.locator("#findings-panel .findings > li").first().innerText();
    }

    private static String secondFinding(Dashboard dashboard) {
        return dashboard.page().locator("#findings-panel .findings > li").nth(1).innerText();
    }

    @Test
    void fiveEqualRunsAgainstFiveHaveNoSignificantDifference() throws IOException {
        try (Dashboard dashboard = builds(1)) {
            Page page = dashboard.open("runFilters=build~in~after");
            page.getByText("Compare …").click();
            dashboard.settle();
            assertThat(page.locator(".compare-groups .define-status").innerText())
                    .isEqualTo("5 runs against 5 runs.");
            assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
            page.locator(".compare-groups button[type=submit]").click();
            assertThat(firstFinding(dashboard)).startsWith("No significant difference");
        }
    }

    @Test
    void theSlowedFunctionIsFoundFromTheGroupsOfAColumn() throws IOException {
        String link;
        try (Dashboard dashboard = builds(1.3)) {
            Page page = dashboard.open("runGroup=build");
            page.getByText("Compare …").click();
            dashboard.settle();
            assertThat(
                            page.locator(".compare-groups [aria-label='Group A'] option")
                                    .allInnerTexts())
                    .containsExactly("build = after (5)", "build = before (5)");
            page.locator(".compare-groups button[type=submit]").click();
            assertThat(firstFinding(dashboard)).startsWith("1 node is significantly slower");
            assertThat(secondFinding(dashboard)).contains("stencil");
            assertThat(page.locator("#findings-panel").innerText())
                    .contains("Compared with run0.tldb and 4 more.");
            link = page.url().substring(page.url().indexOf('#') + 1);
        }
        try (Dashboard restarted = Dashboard.ofMany(folder.toString())) {
            restarted.open(link);
            assertThat(firstFinding(restarted)).startsWith("1 node is significantly slower");
            assertThat(secondFinding(restarted)).contains("stencil");
        }
    }
}
