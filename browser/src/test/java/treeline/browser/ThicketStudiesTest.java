package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;

import org.junit.jupiter.api.Test;

import treeline.testkit.TestData;

import java.io.IOException;

/// The studies of Brink et al., "Thicket: Seeing the Performance Experiment Forest for the
/// Individual Run Trees" (HPDC 2023), repeated by clicks on the data of its tutorials. The MARBL
/// runs of figures 17 and 18 are not public; the LULESH runs of the tutorial have the same design:
/// strong scaling, five repetitions of each size.
class ThicketStudiesTest {
    private static final Mouse.MoveOptions SLOWLY = new Mouse.MoveOptions().setSteps(5);

    private static void choose(Page page, String figure, String label, String value) {
        page.locator(figure)
                .locator("label", new Locator.LocatorOptions().setHasText(label))
                .locator("select")
                .selectOption(value);
    }

    /// Figure 17: mean and deviation of five runs per size, and how well they scale.
    @Test
    void strongScaling() throws IOException {
        String folder = TestData.require("thicket/tutorial-2023/lulesh_strong").toString();
        try (Dashboard dashboard = Dashboard.ofMany(folder)) {
            Page page = dashboard.open("");
            assertThat(page.locator(".run-count").textContent()).isEqualTo("30 runs");
            page.locator("#runs-tree-panel").getByText("lulesh.cycle").click();
            page.locator("#runs-plot-panel").getByText("Scaling").click();
            dashboard.settle();
            choose(page, ".figure.scaling", "Along", "jobsize");
            page.getByLabel("Predict at").fill("512");
            page.getByLabel("Predict at").press("Enter");
            dashboard.settle();
            dashboard.screenshot("figure17");
            Locator plot = page.locator(".figure.scaling");
            assertThat(plot.locator(".figure-notes").innerText())
                    .contains("at jobsize = 512: ", "95 % interval");
            plot.getByLabel("Scaling of the selected node: numbers as a table").click();
            dashboard.settle();
            assertThat(plot.locator("tbody tr").count()).isEqualTo(6);
            assertThat(plot.locator("tbody tr").first().locator("td").allInnerTexts())
                    .startsWith("", "8")
                    .endsWith("5");
        }
    }

    /// Figure 18: two scatter plots and parallel coordinates, coloured by a column, one selection.
    @Test
    void metadataAndScatterPlots() throws IOException {
        String folder = TestData.require("thicket/tutorial-2023/lulesh_strong").toString();
        try (Dashboard dashboard = Dashboard.ofMany(folder)) {
            Page page = dashboard.open("");
            choose(page, ".figure.parallel", "Colour by", "numhosts");
            page.locator("#runs-tree-panel").getByText("lulesh.cycle").click();
            dashboard.settle();
            choose(page, ".figure.scatter", "Across", "problem_size");
            choose(page, ".figure.scatter", "Up", "metric:Avg time/rank");
            dashboard.settle();
            assertThat(page.locator("#runs-parallel-panel .figure-legend").innerText())
                    .contains("numhosts: 1");
            choose(page, ".figure.scatter", "Across", "metric:Min time/rank");
            dashboard.settle();
            dashboard.screenshot("figure18");
            BoundingBox box = page.locator("#runs-plot-panel canvas").first().boundingBox();
            page.mouse().move(box.x + box.width * 0.5, box.y + 21);
            page.mouse().down();
            page.mouse().move(box.x + box.width - 15, box.y + box.height * 0.6, SLOWLY);
            page.mouse().up();
            dashboard.settle();
            assertThat(page.locator(".run-count").textContent()).isEqualTo("10 of 30 runs");
            assertThat(page.locator("#runs-tree-panel .panel-foot").innerText())
                    .isEqualTo("over 10 runs");
        }
    }

    /// Figure 14: the call tree next to stacked bars of the top-down method, by compiler flags.
    @Test
    void topDownBarsByCompilerFlags() throws IOException {
        String folder = TestData.require("thicket/tutorial/data/quartz").toString();
        try (Dashboard dashboard = Dashboard.ofMany(folder)) {
            Page page = dashboard.open("");
            page.locator("#runs-tree-panel").getByText("Top-down").click();
            page.getByLabel("Filter, group or colour by cmake_cxx_flags").click();
            page.getByText("Group by").click();
            dashboard.settle();
            dashboard.screenshot("figure14");
            Locator tree = page.locator("#runs-tree-panel");
            assertThat(
                            tree.getByRole(com.microsoft.playwright.options.AriaRole.COLUMNHEADER)
                                    .allInnerTexts())
                    .containsExactly("call tree", "…O0 (10)", "…O1 (10)", "…O2 (10)", "…O3 (20)");
            assertThat(tree.locator(".slots").first().getAttribute("title"))
                    .matches(
                            "Retiring .* %, Frontend bound .* %, Backend bound .* %, Bad"
                                    + " speculation .* %");
            assertThat(tree.locator(".panel-foot").innerText())
                    .contains("O2: 6 nodes, RAJAPerf/Polybench has 161.0 %");
            assertThat(tree.locator(".slots.above").nth(1).getAttribute("title"))
                    .contains("adds up to 161.0 % as recorded");
            assertThat(page.locator("#runs-parallel-panel .figure-table th").allTextContents())
                    .contains("cmake_cxx_flags", "compiler", "launchdate");
            assertThat(page.locator("#runs-table-panel").innerText()).contains("2023-12-21");
        }
    }

    /// Figure 12: a heat map of deviations, then the histogram of the node that stands out.
    @Test
    void aHeatMapLeadsToTheHistogramOfANode() throws IOException {
        String folder = TestData.require("thicket/tutorial/data/quartz").toString();
        try (Dashboard dashboard = Dashboard.ofMany(folder)) {
            Page page = dashboard.open("runPlot=heatmap");
            BoundingBox box = page.locator(".run-heat-map canvas").boundingBox();
            page.mouse().click(box.x + box.width * 0.6, box.y + 22 + 9);
            page.locator("#runs-plot-panel").getByText("Histogram").click();
            dashboard.settle();
            dashboard.screenshot("figure12");
            assertThat(page.locator(".run-histogram .figure-notes").innerText())
                    .contains("standard deviation");
        }
    }
}
