package treeline.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

class SandwichViewTest {
    private Dashboard dashboard;
    private Picture sandwich;

    @BeforeEach
    void openAFunctionWithTwoCallers() throws IOException {
        dashboard =
                Dashboard.of(
                        profileOf(
                                """
                                path                   rank0
                                main                       1
                                main/solve                 2
                                main/solve/send            3
                                main/solve/send/copy       4
                                main/write/send            6
                                main/write/send/copy       1
                                """));
        sandwich = new Picture(dashboard.open("view=sandwich&node=main/solve/send"), "sandwich");
    }

    @AfterEach
    void close() throws IOException {
        dashboard.close();
    }

    @Test
    void callersAndCalleesAreMergedOverAllCallPaths() {
        assertThat(sandwich.figure().locator("td").first()).isAttached();
        List<String> rows = sandwich.figure().locator("tbody tr").allTextContents();
        assertThat(rows).contains("callersolve17.00 s", "callerwrite17.00 s", "calleecopy15.00 s");
    }

    @Test
    void aClickOnACallerMakesItTheMiddle() {
        // callers stand above: main on top of both, then solve and write
        sandwich.click(0.2, sandwich.row(1));
        assertThat(dashboard.page()).hasURL(Pattern.compile("node=main/(solve|write)$"));
        assertThat(sandwich.label()).matches("Callers and callees of (send|solve|write)\\..*");
    }

    @Test
    void theKeyboardWalksToCallersAndSelectsThem() {
        Page page = dashboard.page();
        sandwich.canvas().focus();
        page.keyboard().press("ArrowDown");
        assertThat(page.locator("#announcer")).containsText("copy: 5.00 s");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile("node=main/solve/send/copy"));
    }

    @Test
    void withoutASelectionItOffersTheHeaviestFunctions() {
        dashboard.open("view=sandwich");
        assertThat(sandwich.figure()).containsText("Which function?");
        sandwich.figure().getByText("send", new Locator.GetByTextOptions().setExact(true)).click();
        assertThat(dashboard.page()).hasURL(Pattern.compile("node=main/write/send"));
    }
}
