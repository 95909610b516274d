package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Locator;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class NodeLinkViewTest {
    private static final int DEEP = 14;

    /// One call path of long names.
    private static Profile deep(int seconds) {
        String lines =
                IntStream.range(0, DEEP)
                        .mapToObj(
                                depth ->
                                        IntStream.rangeClosed(0, depth)
                                                        .mapToObj(i -> "LagrangeElements" + i)
                                                        .collect(Collectors.joining("/"))
                                                + " "
                                                + seconds)
                        .collect(Collectors.joining("\n"));
        return profileOf("path rank0\n%s\n".formatted(lines));
    }

    @Test
    void namesAndNumbersDoNotOverlapWhereTwoRunsAreCompared() throws IOException {
        try (Dashboard dashboard = Dashboard.of(deep(333), deep(1))) {
            var shell = new Shell(dashboard, "view=nodelink&against=1");
            dashboard.screenshot("node-link-diff");
            for (Locator node : shell.page().locator(".node").all()) {
                Locator texts = node.locator("text");
                var name = texts.first().boundingBox();
                var number = texts.last().boundingBox();
                assertThat(name.x + name.width).isLessThan(number.x);
            }
        }
    }

    @Test
    void fitShowsAllOfADeepTree() throws IOException {
        try (Dashboard dashboard = Dashboard.of(deep(3))) {
            var shell = new Shell(dashboard, "view=nodelink&open=all");
            var window = shell.page().locator(".nodelink").boundingBox();
            shell.pressButton("Fit");
            assertThat(shell.page().locator(".node").all()).hasSize(DEEP);
            var last = shell.page().locator(".node").last().boundingBox();
            assertThat(last.x + last.width).isLessThan(window.x + window.width);
            shell.page().locator(".node").last().click();
            dashboard.settle();
            assertThat(shell.chips()).containsExactly("LagrangeElements13");
            shell.pressButton("Fit");
            assertThat(shell.page().locator(".nodelink-fit").getAttribute("aria-pressed"))
                    .isEqualTo("false");
        }
    }
}
