package treeline.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;

import java.util.List;

/// The shell of the dashboard as a user speaks of it: rows, chips, columns, menus. Every action
/// waits until the page has followed.
final class Shell {
    private final Dashboard dashboard;
    private final Page page;

    Shell(Dashboard dashboard, String state) {
        this.dashboard = dashboard;
        this.page = dashboard.open(state);
        page.locator("#tree-panel .tree-view, #tree-panel .message-hint").first().waitFor();
    }

    Page page() {
        return page;
    }

    /// Names of the rows in sight, from above, indented by two spaces a level.
    List<String> rows() {
        return page.locator(".row").all().stream()
                .map(
                        row ->
                                "  ".repeat(Integer.parseInt(row.getAttribute("aria-level")) - 1)
                                        + row.locator(".frame-name").textContent())
                .toList();
    }

    /// The cells of a row: its name and its numbers.
    List<String> cells(String name) {
        return row(name).locator(".cell.number, .bar-text").allTextContents();
    }

    Locator row(String name) {
        return page.locator(".row")
                .filter(
                        new Locator.FilterOptions()
                                .setHas(page.locator(".frame-name >> text=\"" + name + "\"")))
                .first();
    }

    List<String> chips() {
        return page.locator(".chip-label").allTextContents();
    }

    String state() {
        String url = page.url();
        String state = url.contains("#") ? url.substring(url.indexOf('#') + 1) : "";
        return state.equals(Dashboard.WHOLE_PROGRAM) ? "" : state;
    }

    void select(String name) {
        row(name).locator(".frame-name").click();
        dashboard.settle();
    }

    void twist(String name) {
        row(name).locator(".twist").click();
        dashboard.settle();
    }

    void press(String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
            dashboard.settle();
        }
    }

    void type(String text) {
        page.keyboard().type(text);
        dashboard.settle();
    }

    void choose(String name, String action) {
        row(name)
                .locator(".frame-name")
                .click(
                        new Locator.ClickOptions()
                                .setButton(com.microsoft.playwright.options.MouseButton.RIGHT));
        page.getByRole(AriaRole.MENUITEM)
                .filter(new Locator.FilterOptions().setHasText(action))
                .first()
                .click();
        dashboard.settle();
    }

    void click(String selector) {
        page.locator(selector).first().click();
        dashboard.settle();
    }

    void pressButton(String name) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true))
                .first()
                .click();
        dashboard.settle();
    }
}
