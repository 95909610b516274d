package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.model.Profile;

import java.io.IOException;

/// A page that opens without a link: the most important finding is selected in every panel, units
/// match the values, and panels without data leave their space to the others.
class FirstScreenTest {
    private static Shell opened(Dashboard dashboard) {
        var shell = new Shell(dashboard, "");
        dashboard.page().navigate("about:blank");
        dashboard.page().navigate(dashboard.url());
        dashboard.page().waitForSelector(".chip");
        dashboard.settle();
        return shell;
    }

    @Test
    void theMostImportantFindingIsSelectedInEveryPanel() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Shell shell = opened(dashboard);
            Page page = shell.page();
            assertThat(shell.chips()).containsExactly("stencil");
            assertThat(page.locator(".row.selected .frame-name").innerText()).isEqualTo("stencil");
            assertThat(page.locator(".row.selected").isVisible()).isTrue();
            assertThat(page.locator("#processes-panel").innerText()).contains("rank 5");
            assertThat(page.locator("#executions-panel").innerText()).contains("slows down");
            assertThat(page.locator("#details-panel .step.last").innerText()).isEqualTo("stencil");
        }
    }

    @Test
    void theFirstSelectionIsNotAStepAndOneKeyShowsTheWholeProgram() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Shell shell = opened(dashboard);
            assertThat(shell.page().getByLabel("Undo (Ctrl+Z)").isDisabled()).isTrue();
            shell.press("w");
            assertThat(shell.chips()).isEmpty();
            shell.page().reload();
            dashboard.settle();
            assertThat(shell.chips()).as("the address keeps the choice").isEmpty();
            shell.press("Control+z");
            assertThat(shell.chips()).containsExactly("stencil");
        }
    }

    @Test
    void aReaderWhoActsFirstIsNotInterrupted() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Page page = dashboard.open("whole");
            page.navigate("about:blank");
            page.route(
                    "**/api/findings?*",
                    route -> {
                        page.keyboard().press("4");
                        route.resume();
                    });
            page.navigate(dashboard.url());
            page.waitForSelector(".finding");
            dashboard.settle();
            assertThat(page.locator(".chip").count()).isZero();
        }
    }

    @Test
    void aFindingStartsWithFunctionAndRankAndItsTooltipHasTheCallPath() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Shell shell = opened(dashboard);
            var finding = shell.page().locator(".finding-group.imbalance .finding").first();
            assertThat(finding.textContent())
                    .matches(
                            "stencil: rank 5 computes .* longer than the mean of 16 ranks"
                                    + " Call path: main/step/stencil");
            assertThat(finding.getAttribute("title")).endsWith("at main/step/stencil");
            assertThat(shell.page().locator(".finding-group.slow-ranks").innerText())
                    .contains("rank 5, mostly in stencil: computes");
        }
    }

    /// Such as Caliper's average, minimum and maximum over all ranks.
    @Test
    void valuesAggregatedOverRanksAreNotSaidToBeOfOneRank() throws IOException {
        Profile aggregated =
                profileOf("metric time us exclusive\npath whole\nmain 1\nmain/io 4000000\n")
                        .withMetadata(Metadata.NONE.with("mpi.world.size", 64));
        try (Dashboard dashboard = Dashboard.of(aggregated)) {
            assertThat(opened(dashboard).page().locator("#details-panel .absent").innerText())
                    .startsWith(
                            "Not shown: Processes: the run had 64 ranks, but the profile has"
                                    + " aggregated values only, without ranks.");
        }
    }

    @Test
    void panelsWithoutDataGiveUpTheirSpaceAndTheReasonIsShown() throws IOException {
        Profile alone =
                profileOf("metric time us exclusive\npath whole\nmain 1\nmain/io 4000000\n");
        try (Dashboard dashboard = Dashboard.of(alone)) {
            Shell shell = opened(dashboard);
            Page page = shell.page();
            assertThat(page.locator("#processes-panel").isVisible()).isFalse();
            assertThat(page.locator("#executions-panel").isVisible()).isFalse();
            assertThat(page.locator("#distribution-panel").boundingBox().width)
                    .isEqualTo(page.locator("#tree-panel").boundingBox().width);
            assertThat(page.locator("#details-panel .absent").innerText())
                    .isEqualTo(
                            "Not shown: Processes: the profile has one rank and one thread."
                                    + " Executions: the profile has one execution and no recorded"
                                    + " iterations.");
            assertThat(page.locator("select[aria-label=Metric]").innerText())
                    .startsWith("time (s)");
        }
    }
}
