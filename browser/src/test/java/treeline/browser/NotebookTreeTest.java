package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.notebook.ProfileTree;
import treeline.notebook.Rendered;

import java.util.List;
import java.util.Objects;

/// A call tree as the cell of a notebook has it, on a page without a notebook around it.
class NotebookTreeTest {
    private static final Profile LARGE = large();

    private final ProfileTree tree = ProfileTree.of(LARGE);
    private Page page;

    /// `main` calls 300 functions, each of which calls `leaf`.
    private static Profile large() {
        var builder = new ProfileBuilder();
        int time = builder.metric(new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE));
        int rank = builder.context(Context.ofRank(0));
        int main = builder.child(ProfileBuilder.ROOT, Frame.function("main"));
        for (int i = 0; i < 300; i++) {
            int node = builder.child(main, Frame.function("f%03d <b>".formatted(i)));
            builder.add(time, rank, node, 1000 - i);
            builder.add(time, rank, builder.child(node, Frame.function("leaf")), 1);
        }
        return builder.build();
    }

    @BeforeEach
    void open() {
        page =
                Chromium.context(new Browser.NewContextOptions().setViewportSize(1000, 800))
                        .newPage();
    }

    private void show(String html) {
        page.setContent(
                "<!doctype html><html lang=en><title>cell</title><body><main><h1>cell</h1>%s</main>"
                        .formatted(html));
    }

    private Locator row(String name) {
        return page.locator("li[data-n] > details > summary, li[data-n] > .tl-leaf")
                .filter(new Locator.FilterOptions().setHasText(name))
                .first();
    }

    private Locator tick(String name) {
        return page.getByLabel("select " + name, new Page.GetByLabelOptions().setExact(true));
    }

    @Test
    void whatIsTickedIsTheSelectionOfTheKernel() {
        show(Objects.requireNonNull(Rendered.of(tree).rich().get("text/html")));
        tick("f007 <b>").check();
        assertThat(page.locator("code")).hasText("MATCH (p) WHERE p.\"name\" = \"f007 <b>\"");
        assertThat(tree.selection()).isEqualTo("MATCH (p) WHERE p.\"name\" = \"f007 <b>\"");
        tick("f007 <b>").uncheck();
        assertThat(page.locator("code")).isHidden();
    }

    @Test
    void rowsThatThePageLacksComeWhenTheyAreOpened() {
        show(Objects.requireNonNull(Rendered.of(tree).rich().get("text/html")));
        assertThat(page.locator("li[data-n]")).hasCount(200);
        row("f000 <b>").click();
        assertThat(row("leaf")).isVisible();
        page.getByText("… 202 more").click();
        assertThat(page.locator("main > .tl-tree > ul > li > details > ul > li[data-n]"))
                .hasCount(300);
    }

    @Test
    void aSearchFindsWhatThePageLacks() {
        show(Objects.requireNonNull(Rendered.of(tree).rich().get("text/html")));
        page.getByLabel("search names").fill("F299");
        assertThat(row("f299 <b>")).isVisible();
        assertThat(row("f299 <b>")).hasClass("tl-found");
        page.getByLabel("search names").fill("nothing");
        assertThat(page.getByText("no name has this text")).isVisible();
    }

    @Test
    void aPageThatNobodyAnswersSaysSoAndGivesAQueryToCopy() {
        show(tree.html("http://127.0.0.1:1/token/1"));
        tick("f001 <b>").check();
        assertThat(page.locator("code")).hasText("MATCH (p) WHERE p.\"node_id\" = 3");
        assertThat(page.getByText("the kernel does not answer this page")).isVisible();
        page.getByLabel("search names").fill("f002");
        assertThat(page.getByText("1 on this page")).isVisible();
    }

    /// jupyter-server-proxy forwards ports of Jupyter's machine below its own address.
    @Test
    void aKernelOfAnotherMachineIsReachedThroughJupyter() {
        page.route("http://127.0.0.1:1/**", Route::abort);
        page.route(
                "https://hub.example/**",
                route -> {
                    boolean asked =
                            route.request().url().contains("/user/me/proxy/1/token/1/select");
                    route.fulfill(
                            new Route.FulfillOptions()
                                    .setContentType("text/html")
                                    .setBody(
                                            asked
                                                    ? "MATCH (p)"
                                                    : "<body data-base-url=\"/user/me/\">"
                                                            + tree.html(
                                                                    "http://127.0.0.1:1/token/1")));
                });
        page.navigate("https://hub.example/user/me/notebooks/a.ipynb");
        tick("f001 <b>").check();
        assertThat(page.locator("code")).hasText("MATCH (p)");
    }

    @Test
    void withoutAScriptRowsStillOpenAndClose() {
        show(tree.html(""));
        assertThat(page.locator("button, input")).hasCount(0);
        row("main").click();
        assertThat(row("f000 <b>")).isHidden();
        row("main").click();
        assertThat(row("f000 <b>")).isVisible();
    }

    @Test
    void everybodyCanReadIt() {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            show(
                    "<style>:root{color-scheme:light"
                            + " dark}body{background:Canvas;color:CanvasText}</style>"
                            + Rendered.of(tree).rich());
            tick("f007 <b>").check();
            assertThat(page.locator("code")).isVisible();
            assertThat(new AxeBuilder(page).analyze().getViolations())
                    .as(scheme.name())
                    .extracting(Rule::getId)
                    .isEmpty();
        }
    }
}
