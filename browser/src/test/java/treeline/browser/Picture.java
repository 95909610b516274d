package treeline.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Mouse;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;

/// The canvas of a view. Places are shares of its width and height, 0 to 1, so that a test does not
/// depend on the size of the window.
///
/// @param view the class of its figure: `flame`, `processes`, …
record Picture(Page page, String view) {
    /// A row of boxes of an icicle is this high.
    private static final int ROW = 20;

    Locator canvas() {
        return page.locator(".figure.%s canvas".formatted(view));
    }

    Locator figure() {
        return page.locator(".figure." + view);
    }

    /// What a screen reader says.
    String label() {
        return String.valueOf(canvas().getAttribute("aria-label"));
    }

    void click(double x, double y) {
        page.mouse().click(left(x), top(y));
    }

    void doubleClick(double x, double y) {
        page.mouse().dblclick(left(x), top(y));
    }

    void hover(double x, double y) {
        page.mouse().move(left(x), top(y));
    }

    void drag(double fromX, double fromY, double toX, double toY) {
        page.mouse().move(left(fromX), top(fromY));
        page.mouse().down();
        page.mouse().move(left(toX), top(toY), new Mouse.MoveOptions().setSteps(4));
        page.mouse().up();
    }

    /// The middle of a row of boxes, as a share of the height.
    double row(int depth) {
        return (depth + 0.5) * ROW / box().height;
    }

    private double left(double x) {
        BoundingBox box = box();
        return box.x + x * box.width;
    }

    private double top(double y) {
        BoundingBox box = box();
        return box.y + y * box.height;
    }

    private BoundingBox box() {
        return canvas().boundingBox();
    }
}
