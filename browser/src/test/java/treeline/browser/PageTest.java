package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class PageTest {
    @Test
    void thePageOpensWithoutComplaints() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("");
            dashboard.screenshot("page");
            assertThat(page.locator("#tree-panel").textContent()).contains("main", "solve", "wait");
        }
    }

    @Test
    void aFrameNamedLikeAScriptIsText() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.hostile())) {
            Page page = dashboard.open("");
            assertThat(page.locator("#tree-panel").textContent()).contains("<script>alert(1)");
            assertThat(page.locator("script:not([src])").count()).isZero();
        }
    }
}
