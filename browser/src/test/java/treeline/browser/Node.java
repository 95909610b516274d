package treeline.browser;

import com.microsoft.playwright.impl.driver.Driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The Node that Playwright brings along, for scripts that need no browser.
final class Node {
    private Node() {}

    /// How a program ended.
    ///
    /// @param output what it wrote, on both streams
    record Ended(int code, String output) {}

    static Ended run(Path folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(
                Driver.ensureDriverInstalled(Chromium.NO_DOWNLOAD, /* installBrowsers= */ false)
                        .createProcessBuilder()
                        .command()
                        .getFirst());
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), output);
    }
}
