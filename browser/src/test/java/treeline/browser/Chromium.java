package treeline.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;

import org.jspecify.annotations.Nullable;

import treeline.testkit.Patience;
import treeline.testkit.failure.Evidence;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The machine's own Chromium, started once for all tests. Where there is none they are skipped.
/// The one without windows takes a third of the CPU time.
final class Chromium {
    /// Nothing is downloaded: the machine's browser is good enough.
    static final Map<String, String> NO_DOWNLOAD = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");

    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
    private static final int PICTURE_MILLIS = 30_000;

    /// How much later answers of servers come, to find tests that do not wait for them: `build/test
    /// -Dtreeline.browser.delay=300 CLASS...`.
    private static final int DELAY_MILLIS = Integer.getInteger("treeline.browser.delay", 0);

    private static final String DELAY =
            "const soon = window.fetch; window.fetch = async (...all) => { const answer = await"
                + " soon(...all); await new Promise(go => setTimeout(go, %d)); return answer; };";

    private static @Nullable Browser started;

    private Chromium() {}

    static synchronized Browser browser() {
        Optional<Path> program = program();
        assumeTrue(program.isPresent(), "needs chromium");
        Browser known = started;
        if (known == null) started = known = start(program.get());
        return known;
    }

    /// A context whose pages wait patiently and have the function `settled` of `settled.js`. It is
    /// open until the test ends: if it fails, its pages are shown in [Evidence].
    static BrowserContext context(Browser.NewContextOptions options) {
        BrowserContext context = browser().newContext(options);
        context.setDefaultTimeout(Patience.MILLIS);
        context.addInitScript(Path.of("src", "test", "js", "settled.js"));
        if (DELAY_MILLIS > 0) context.addInitScript(DELAY.formatted(DELAY_MILLIS));
        var console = new StringBuilder();
        context.onConsoleMessage(
                message -> console.append(message.type() + ": " + message.text() + "\n"));
        context.onWebError(error -> console.append("error: " + error.error() + "\n"));
        Evidence.keep(folder -> show(context, console, folder), context::close);
        return context;
    }

    private static void show(BrowserContext context, StringBuilder console, Path folder)
            throws IOException {
        for (Page page : context.pages()) {
            Path text = Evidence.unused(folder, "page.txt");
            Files.writeString(text, page.url() + "\n\n" + console + "\n" + page.content());
            page.screenshot(
                    new Page.ScreenshotOptions()
                            .setTimeout(PICTURE_MILLIS)
                            .setPath(text.resolveSibling(text.getFileName() + ".png")));
        }
    }

    /// Waits until a page has answered all that was done to it, and has drawn the answers.
    static void settle(Page page) {
        page.waitForLoadState();
        page.evaluate("millis => settled(millis)", Patience.MILLIS);
    }

    private static Browser start(Path program) {
        PlaywrightAssertions.setDefaultAssertionTimeout(Patience.MILLIS);
        Playwright playwright =
                Playwright.create(new Playwright.CreateOptions().setEnv(NO_DOWNLOAD));
        Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
        List<String> flags = new ArrayList<>(List.of("--disable-gpu", "--disable-dev-shm-usage"));
        if (System.getProperty("user.name", "").equals("root")) flags.add("--no-sandbox");
        return playwright
                .chromium()
                .launch(
                        new BrowserType.LaunchOptions()
                                .setExecutablePath(program)
                                .setArgs(flags)
                                .setTimeout(Patience.MILLIS)
                                .setHandleSIGINT(false));
    }

    private static Optional<Path> program() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
