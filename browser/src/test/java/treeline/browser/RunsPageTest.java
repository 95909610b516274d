package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The page of many runs: `treeline serve FOLDER`.
class RunsPageTest {
    @TempDir static Path folder;
    private static Dashboard dashboard;

    @BeforeAll
    static void serve() throws IOException {
        dashboard = Dashboard.ofMany(DrawnEnsemble.in(folder).toString());
    }

    @AfterAll
    static void close() throws IOException {
        dashboard.close();
    }

    private static Page open(String state) {
        dashboard.page().navigate("about:blank");
        return dashboard.open(state);
    }

    private static String selected(Page page) {
        return page.locator(".run-count").textContent();
    }

    private static Locator table(Page page) {
        return page.locator("#runs-table-panel");
    }

    @Test
    void aFolderOpensWithAllRunsAndSaysWhichCouldNotBeRead() {
        Page page = open("");
        assertThat(selected(page)).isEqualTo("24 runs");
        assertThat(table(page).innerText()).contains("clang-01-0.tldb", "compiler", "ranks");
        assertThat(table(page).locator(".panel-foot").textContent())
                .contains("the same in all runs: version = 1.0");
        page.locator(".run-warnings summary").click();
        dashboard.settle();
        assertThat(page.locator(".run-warnings").innerText()).contains("skipped:", "notes.txt");
        assertThat(page.title()).isEqualTo("25 runs – Treeline");
    }

    @Test
    void aFilterSelectsRunsInEveryViewAndInTheAddress() {
        Page page = open("");
        table(page).getByLabel("Filter, group or colour by compiler").click();
        page.getByRole(AriaRole.DIALOG).getByLabel("gcc").check();
        page.keyboard().press("Escape");
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("12 of 24 runs");
        assertThat(page.locator("#runs-selection .chip").allInnerTexts())
                .containsExactly("compiler is gcc");
        assertThat(table(page).innerText()).doesNotContain("clang-01-0");
        assertThat(page.locator("#runs-tree-panel .panel-foot").innerText())
                .isEqualTo("over 12 runs");
        assertThat(page.url()).contains("runFilters=compiler~in~gcc");
        page.reload();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("12 of 24 runs");
        page.getByText("Clear selection").click();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("24 runs");
    }

    @Test
    void aRangeAndATextFilterRuns() {
        Page page = open("");
        table(page).getByLabel("Filter, group or colour by ranks").click();
        page.getByLabel("From, 1 in all runs").fill("4");
        page.getByLabel("To, 32 in all runs").fill("8");
        page.keyboard().press("Tab");
        page.keyboard().press("Escape");
        table(page)
                .getByLabel(
                        "Filter, group or colour by run",
                        new Locator.GetByLabelOptions().setExact(true))
                .click();
        page.getByLabel("run contains").fill("clang");
        page.keyboard().press("Escape");
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("4 of 24 runs");
        assertThat(page.locator("#runs-selection .chip").allInnerTexts())
                .containsExactly("ranks from 4 to 8", "run contains “clang”");
    }

    /// The mean of clang is 64 / 1, of gcc 128 / 1, plus half of the 0.01 s of repetition 1.
    @Test
    void statisticsFollowTheSelection() {
        Page page = open("runFilters=ranks~range~1~1~~compiler~in~gcc&scope=exclusive&metric=time");
        String solve =
                page.locator(
                                "#runs-tree-panel [role=row]",
                                new Page.LocatorOptions().setHasText("solve"))
                        .innerText();
        assertThat(solve.split("\\s*\n\\s*")).contains("128 s", "2");
    }

    @Test
    void clicksPickRunsAndGroupsPickTheirMembers() {
        Page page = open("runGroup=compiler");
        assertThat(table(page).innerText()).contains("compiler = clang · 12 runs");
        page.getByText("compiler = clang · 12 runs").click();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("12 of 24 runs");
        page.getByText("clang-01-0.tldb").first().click();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("1 of 24 runs");
        page.locator("#runs-table-panel [role=grid]").press("ArrowDown");
        page.locator("#runs-table-panel [role=grid]").press(" ");
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("2 of 24 runs");
        page.locator("#runs-table-panel [role=grid]").press("Escape");
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("24 runs");
    }

    @Test
    void sortingByAColumnOrdersTheTable() {
        Page page = open("");
        table(page).getByTitle("Sort by ranks").click();
        table(page).getByTitle("Sort by ranks").click();
        dashboard.settle();
        assertThat(table(page).locator(".run-row").first().innerText()).contains("32");
    }

    @Test
    void aBrushOnAnAxisFiltersByItsColumn() {
        Page page = open("runAxes=ranks~~compiler");
        BoundingBox box = page.locator("#runs-parallel-panel canvas").boundingBox();
        double top = box.y + 34;
        double room = box.height - 50;
        page.mouse().move(box.x + 60, top - 4);
        page.mouse().down();
        page.mouse()
                .move(
                        box.x + 60,
                        top + room * 0.3,
                        new com.microsoft.playwright.Mouse.MoveOptions().setSteps(4));
        page.mouse().move(box.x + 60, top + room * 0.6);
        page.mouse().up();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("8 of 24 runs");
        assertThat(page.locator("#runs-selection .chip").innerText()).startsWith("ranks from 13");
        page.mouse().click(box.x + 60, top + room * 0.9);
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("24 runs");
    }

    @Test
    void aBoxInTheScatterPlotPicksRuns() {
        Page page = open("runX=ranks&runY=metric:time");
        BoundingBox box = page.locator("#runs-plot-panel canvas").first().boundingBox();
        page.mouse().move(box.x + box.width * 0.75, box.y + 22);
        page.mouse().down();
        page.mouse()
                .move(
                        box.x + box.width - 16,
                        box.y + box.height - 36,
                        new com.microsoft.playwright.Mouse.MoveOptions().setSteps(4));
        page.mouse().up();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("4 of 24 runs");
        assertThat(page.url()).contains("runsPicked=");
    }

    /// A third repetition of gcc with one rank comes before most other runs of gcc.
    @Test
    void aLinkToPickedRunsSelectsThemInALargerFolderOrSaysThatItCannot(@TempDir Path grown)
            throws IOException {
        Page page = open("");
        page.getByText("clang-01-1.tldb").first().click();
        page.getByText("gcc-02-0.tldb")
                .first()
                .click(
                        new Locator.ClickOptions()
                                .setModifiers(
                                        List.of(
                                                com.microsoft.playwright.options.KeyboardModifier
                                                        .CONTROL)));
        dashboard.settle();
        String link = page.url().substring(page.url().indexOf('#') + 1);
        DrawnEnsemble.in(grown);
        java.nio.file.Files.copy(grown.resolve("clang-01-0.tldb"), grown.resolve("a-new-run.tldb"));
        try (Dashboard larger = Dashboard.ofMany(grown.toString())) {
            Page later = larger.open(link);
            assertThat(selected(later)).isEqualTo("2 of 25 runs");
            assertThat(
                            later.locator("#runs-table-panel .run-row.selected .name")
                                    .evaluateAll("all => all.map(each => each.title)"))
                    .asString()
                    .contains("clang-01-1.tldb", "gcc-02-0.tldb");
        }
        java.nio.file.Files.delete(grown.resolve("gcc-02-0.tldb"));
        try (Dashboard smaller = Dashboard.ofMany(grown.toString())) {
            Page later = smaller.open(link);
            assertThat(selected(later)).isEqualTo("1 of 24 runs");
            assertThat(later.locator(".flash").innerText())
                    .contains("1 picked run of this link is not in the list of runs any more");
        }
    }

    @Test
    void theFirstLoadAsksForNoRun() throws IOException {
        try (Dashboard fresh = Dashboard.ofMany(folder.toString())) {
            java.util.List<String> refused = new java.util.ArrayList<>();
            fresh.page()
                    .onResponse(
                            answer -> {
                                if (answer.status() >= 400) refused.add(answer.url());
                            });
            fresh.page().navigate(fresh.url());
            fresh.settle();
            assertThat(refused).isEmpty();
        }
    }

    /// 64 s / ranks with clang: 0.25 s at 256 ranks.
    @Test
    void theScalingPlotPredictsAtANumberThatIsTyped() {
        Page page = open("runPlot=scaling&node=main/solve&runGroup=compiler&scope=exclusive");
        Locator plot = page.locator(".figure.scaling");
        plot.getByLabel("Predict at").fill("256");
        plot.getByLabel("Predict at").press("Enter");
        dashboard.settle();
        assertThat(plot.locator(".figure-notes").innerText())
                .contains("clang: ", "gcc: ", "at ranks = 256: 2")
                .contains("95 % interval");
        assertThat(page.url()).contains("runAt=256");
    }

    @Test
    void twoModelsAndTheLegendFitIntoTheScalingPlotOfASmallWindow() throws IOException {
        try (Dashboard small = Dashboard.ofMany(folder.toString())) {
            small.page().setViewportSize(1280, 800);
            Page page = small.open("runPlot=scaling&node=main/solve&runGroup=compiler");
            Locator plot = page.locator(".figure.scaling");
            assertThat(
                            plot.locator(".figure-notes")
                                    .evaluate("e => e.scrollHeight - e.clientHeight"))
                    .isEqualTo(0);
            assertThat(plot.locator(".figure-legend").innerText())
                    .contains(
                            "standard deviation of repetitions",
                            "shaded: 95 % prediction interval",
                            "dotted: ideal");
            assertThat(new AxeBuilder(page).analyze().getViolations()).isEmpty();
            page.setViewportSize(390, 844);
            small.settle();
            assertThat(plot.locator(".figure-plot").boundingBox().height).isGreaterThan(140);
        }
    }

    @Test
    void aParameterWithOneValueIsNotPlotted() {
        Page page = open("runPlot=scaling&runFilters=ranks~range~4~4");
        Locator plot = page.locator(".figure.scaling");
        assertThat(plot.locator(".figure-message").innerText())
                .contains("ranks has one value, 4, in the selected runs.");
        assertThat(plot.getByLabel("Predict at").isVisible()).isTrue();
    }

    @Test
    void aBoxOverRunsThatAConditionExcludesSaysSo() {
        Page page = open("runX=ranks&runFilters=ranks~range~1~2");
        BoundingBox box = page.locator("#runs-plot-panel canvas").first().boundingBox();
        page.mouse().move(box.x + box.width * 0.75, box.y + 22);
        page.mouse().down();
        page.mouse().move(box.x + box.width - 16, box.y + box.height - 36);
        page.mouse().up();
        dashboard.settle();
        assertThat(page.locator(".flash").innerText())
                .contains("The conditions above exclude the 4 runs in this box");
        assertThat(selected(page)).isEqualTo("8 of 24 runs");
    }

    @Test
    void clustersColourRunsAndCanBeSelected() {
        Page page = open("runPlot=clusters");
        page.getByText("Cluster runs").click();
        dashboard.settle();
        assertThat(page.locator(".cluster-text").innerText()).contains("24 runs in", "silhouette");
        assertThat(page.locator("#runs-parallel-panel .figure-legend").innerText())
                .contains("k-means cluster: cluster 0");
        page.locator(".cluster-table button").first().click();
        dashboard.settle();
        assertThat(page.locator("#runs-selection .chip").innerText())
                .isEqualTo("k-means cluster is cluster 0");
    }

    @Test
    void aClickInTheHeatMapSelectsTheNode() {
        Page page = open("runPlot=heatmap&runStatistic=mean");
        BoundingBox box = page.locator(".run-heat-map canvas").boundingBox();
        page.mouse().click(box.x + box.width * 0.7, box.y + 22 + 18 * 1.5);
        dashboard.settle();
        assertThat(page.url()).contains("node=main/");
    }

    @Test
    void aDragOverTheHistogramPicksRuns() {
        Page page = open("runPlot=histogram&node=main/solve");
        BoundingBox box = page.locator(".run-histogram canvas").boundingBox();
        page.mouse().move(box.x + box.width * 0.9, box.y + 60);
        page.mouse().down();
        page.mouse().move(box.x + box.width - 15, box.y + 60);
        page.mouse().up();
        dashboard.settle();
        assertThat(selected(page)).isEqualTo("2 of 24 runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scatter", "histogram", "heatmap", "scaling", "clusters"})
    void axeFindsNoViolation(String plot) {
        Page page =
                open("runPlot=%s&runColour=compiler&runFilters=ranks~range~2~16".formatted(plot));
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .extracting(rule -> rule.getId() + rule.getNodes())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"390, scatter", "1280, scaling", "1920, heatmap"})
    void nothingIsCutOff(int width, String plot) throws IOException {
        try (Dashboard dark = Dashboard.ofMany(folder.toString(), ColorScheme.DARK)) {
            dark.page().setViewportSize(width, 900);
            Page page = dark.open("runColour=compiler&runPlot=" + plot);
            dark.screenshot("runs-dark-" + width);
            assertThat(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
    }

    @Test
    void namesAreText() {
        Page page = open("");
        assertThat(table(page).innerText()).contains("<b>node1</b>");
        assertThat(page.locator("#runs-page b").count()).isZero();
        assertThat(List.of(page.url())).doesNotContain("alert");
    }
}
