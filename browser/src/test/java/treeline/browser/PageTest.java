package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

class PageTest {
    @TempDir Path folder;

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

    @Test
    void aFileThatIsNoProfileIsToldInThePage() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.tldb"), "no profile");
        try (Dashboard dashboard = Dashboard.ofFiles(broken)) {
            Page page = dashboard.open("");
            dashboard.screenshot("broken");
            assertThat(page.locator("body").innerText()).contains("expected a profile");
        }
    }

    /// Colours, names of controls, roles: what axe finds serious would shut people out.
    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void nobodyIsShutOut(ColorScheme scheme) throws IOException {
        try (Dashboard dashboard = Dashboard.of(scheme, SampleRuns.solver())) {
            Page page = dashboard.open("");
            page.getByText("wait", new Page.GetByTextOptions().setExact(true)).first().click();
            dashboard.settle();
            dashboard.screenshot("page-" + scheme.name().toLowerCase(java.util.Locale.ROOT));
            List<Rule> broken =
                    new AxeBuilder(page)
                            .analyze().getViolations().stream()
                                    .filter(
                                            rule ->
                                                    Set.of("serious", "critical")
                                                            .contains(rule.getImpact()))
                                    .toList();
            assertThat(broken)
                    .as(
                            () ->
                                    broken.stream()
                                            .map(rule -> rule.getId() + rule.getNodes())
                                            .toList()
                                            .toString())
                    .isEmpty();
        }
    }

    @Test
    void theAddressHoldsTheState() throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
            Page page = dashboard.open("");
            page.getByText("wait", new Page.GetByTextOptions().setExact(true)).first().click();
            dashboard.settle();
            String address = page.url();
            String details = page.locator("#details-panel").innerText();
            assertThat(details).contains("wait");
            page.navigate("about:blank");
            page.navigate(address);
            dashboard.settle();
            assertThat(page.url()).isEqualTo(address);
            assertThat(page.locator("#details-panel").innerText()).isEqualTo(details);
        }
    }
}
