package treeline.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;

import org.jspecify.annotations.Nullable;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The machine's own Chromium, started once for all tests. Where there is none they are skipped.
final class Chromium {
    /// Nothing is downloaded: the machine's browser is good enough.
    static final Map<String, String> NO_DOWNLOAD = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome");
    private static @Nullable Browser started;

    private Chromium() {}

    static synchronized Browser browser() {
        Optional<Path> program = program();
        assumeTrue(program.isPresent(), "needs chromium");
        Browser known = started;
        if (known == null) started = known = start(program.get());
        return known;
    }

    private static Browser start(Path program) {
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
