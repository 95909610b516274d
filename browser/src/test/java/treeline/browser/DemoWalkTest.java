package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/// The walk of `docs/how-to/dashboard.md`: a new user finds what is wrong with the demo by
/// clicking. The pictures of the guide are the screenshots of these tests.
class DemoWalkTest {

    @Test
    void theSlowEventIsTheEndOfTheHotPath() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Shell shell = opened(dashboard);
            dashboard.screenshot("dashboard");
            shell.click("[role=columnheader] >> text=Exclusive");
            assertThat(shell.page().locator(".row.hot .frame-name").allTextContents())
                    .startsWith("main", "step");
            shell.click(".finding-group.hot-path .finding");
            dashboard.screenshot("slow-event");
            assertThat(shell.chips()).hasSize(1);
        }
    }

    @Test
    void theImbalancedRankIsOneClickAway() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Shell shell = opened(dashboard);
            assertThat(
                            shell.page()
                                    .locator(".finding-group.slow-ranks .finding")
                                    .first()
                                    .textContent())
                    .contains("rank 5");
            shell.select("stencil");
            dashboard.screenshot("imbalanced-rank");
            assertThat(shell.page().locator("#details-panel").textContent())
                    .contains("Slowestrank 5");
            assertThat(shell.page().locator("#processes-panel").textContent()).contains("rank 5");
            shell.click(".finding-group.slow-ranks .finding");
            assertThat(shell.chips()).containsExactly("rank 5", "stencil");
        }
    }

    @Test
    void theDriftIsOneClickAway() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat())) {
            Shell shell = opened(dashboard);
            shell.click(".finding-group.drift .finding");
            dashboard.screenshot("drift");
            assertThat(shell.chips().getLast()).isEqualTo("stencil");
            assertThat(shell.page().locator("#executions-panel").textContent())
                    .contains("iteration");
        }
    }

    /// In a window whose picture fits a page of the guide.
    private static Shell opened(Dashboard dashboard) {
        dashboard.page().setViewportSize(1240, 840);
        return new Shell(dashboard, "");
    }
}
