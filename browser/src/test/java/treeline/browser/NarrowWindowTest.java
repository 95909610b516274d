package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.util.List;

/// In a window of half a screen the panels stand below each other, and nothing is cut off.
class NarrowWindowTest {

    /// Controls that reach out of the window or out of their panel, and panels side by side.
    private static final String CLIPPED =
            """
            () => {
                const found = [];
                const visible = (each) => each.getClientRects().length > 0;
                const box = (each) => each.getBoundingClientRect();
                const name = (each) => each.getAttribute('aria-label') || each.title || each.textContent;
                if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
                for (const each of document.querySelectorAll('button, select, input, .panel-title, .legend-entry')) {
                    if (!visible(each) || each.closest('.table, .nodelink, .sr-only, dialog') || each.type === 'file') continue;
                    const { left, right } = box(each);
                    if (left < 0 || right > innerWidth) found.push(`${name(each)} from ${left} to ${right}`);
                    const panel = each.closest('.panel');
                    const scrolls = each.closest('.findings, #details-panel');
                    if (!panel || scrolls) continue;
                    if (right > box(panel).right || box(each).bottom > box(panel).bottom + 1) found.push(`${name(each)} leaves ${panel.id}`);
                }
                const panels = [...document.querySelectorAll('.panel')].filter(visible).map(box);
                for (const one of panels) if (panels.some((other) => other !== one && other.top < one.bottom - 1 && one.top < other.bottom - 1)) found.push('panels side by side');
                return found;
            }
            """;

    @ParameterizedTest
    @CsvSource({
        "600, ''",
        "900, ''",
        "600, view=icicle&node=main/step/stencil&contexts=5&search=s",
        "900, view=nodelink&against=run1.tldb",
        "600, view=sandwich&node=main/step/stencil",
    })
    void nothingIsCutOff(int width, String state) throws IOException {
        try (Dashboard dashboard = Dashboard.of(SampleRuns.heat(), SampleRuns.heat())) {
            dashboard.page().setViewportSize(width, 800);
            Page page = dashboard.open(state);
            dashboard.screenshot("narrow-%d-%s".formatted(width, state.replaceAll("[^a-z].*", "")));
            assertThat((List<?>) page.evaluate(CLIPPED)).isEmpty();
        }
    }
}
