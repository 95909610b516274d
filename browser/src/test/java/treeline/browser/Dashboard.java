package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;

import treeline.dashboard.ServerSettings;
import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.ensemble.ServedPaths;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.DrawnFormat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A server with some runs and a page of a real browser that looks at it:
///
/// ```
/// try (Dashboard dashboard = Dashboard.of(SampleRuns.solver())) {
///     Page page = dashboard.open("");
///     assertThat(page.locator("#tree-panel").textContent()).contains("main");
/// }
/// ```
///
/// What the page complains of, an error of a script, a violation of its content policy or a server
/// that fails, fails the test when the dashboard is closed.
public final class Dashboard implements AutoCloseable {
    private static final int WIDTH = 1500;
    private static final int HEIGHT = 1060;

    /// The fragment of the default state. Without a fragment, the page selects a finding.
    static final String WHOLE_PROGRAM = "whole";

    private final Path folder;
    private final Closeable server;
    private final String url;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    private Dashboard(Path folder, Closeable server, String url, ColorScheme scheme) {
        this.folder = folder;
        this.server = server;
        this.url = url;
        this.page =
                Chromium.context(
                                new Browser.NewContextOptions()
                                        .setViewportSize(WIDTH, HEIGHT)
                                        .setColorScheme(scheme))
                        .newPage();
        page.onConsoleMessage(this::hear);
        page.onPageError(error -> complaints.add("page error: " + error));
        page.onResponse(this::see);
    }

    /// A dashboard of these profiles, in this order.
    public static Dashboard of(Profile... profiles) throws IOException {
        return of(ColorScheme.LIGHT, profiles);
    }

    public static Dashboard of(ColorScheme scheme, Profile... profiles) throws IOException {
        Path folder = Files.createTempDirectory("treeline-dashboard");
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < profiles.length; i++) {
            Path file = folder.resolve("run%d.tldb".formatted(i));
            new DatabaseExporter().export(profiles[i], file);
            files.add(file);
        }
        return of(folder, files, scheme);
    }

    /// A dashboard of runs drawn as text, which may have traces.
    public static Dashboard ofDrawings(ColorScheme scheme, String... drawings) throws IOException {
        Path folder = Files.createTempDirectory("treeline-dashboard");
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < drawings.length; i++)
            files.add(Files.writeString(folder.resolve("run%d.txt".formatted(i)), drawings[i]));
        return of(
                folder,
                files,
                List.of(),
                scheme,
                new Formats(List.of(new DrawnFormat()), List.of()));
    }

    private static Dashboard of(Path folder, List<Path> files, ColorScheme scheme)
            throws IOException {
        return of(folder, files, List.of(), scheme, Formats.all());
    }

    private static Dashboard of(
            Path folder, List<Path> files, List<Path> sources, ColorScheme scheme, Formats formats)
            throws IOException {
        Chromium.browser(); // or the test is skipped before a server runs
        var runs = new OpenRuns(formats);
        sources.forEach(runs::addSourceRoot);
        for (Path file : files) runs.open(file.toString(), Optional.empty());
        var server = treeline.dashboard.Dashboard.serve(ServerSettings.withDefaults(), runs);
        return new Dashboard(folder, server, server.url(), scheme);
    }

    /// A dashboard of a server that runs already and is closed with it.
    static Dashboard of(LaunchedServer server) throws IOException {
        Path folder = Files.createTempDirectory("treeline-dashboard");
        return new Dashboard(folder, server, server.url(), ColorScheme.LIGHT);
    }

    /// A dashboard of files as they are, and of source files below a directory.
    public static Dashboard withSources(Path sources, Path... files) throws IOException {
        Path folder = Files.createTempDirectory("treeline-dashboard");
        return of(folder, List.of(files), List.of(sources), ColorScheme.LIGHT, Formats.all());
    }

    /// A dashboard of files as they are.
    public static Dashboard ofFiles(Path... files) throws IOException {
        Path folder = Files.createTempDirectory("treeline-dashboard");
        return of(folder, List.of(files), ColorScheme.LIGHT);
    }

    /// The page of many runs of a folder or pattern.
    public static Dashboard ofMany(String path) throws IOException {
        return ofMany(path, ColorScheme.LIGHT);
    }

    public static Dashboard ofMany(String path, ColorScheme scheme) throws IOException {
        Formats formats = Formats.all();
        return ofMany(
                OpenEnsemble.of(
                        formats,
                        Optional.empty(),
                        ServedPaths.of(formats, Optional.empty(), List.of(path))),
                scheme);
    }

    /// The page of an ensemble.
    static Dashboard ofMany(OpenEnsemble ensemble, ColorScheme scheme) throws IOException {
        Chromium.browser();
        Path folder = Files.createTempDirectory("treeline-dashboard");
        var runs = new OpenRuns(Formats.all());
        var server =
                treeline.dashboard.Dashboard.serve(ServerSettings.withDefaults(), runs, ensemble);
        return new Dashboard(folder, server, server.url(), scheme);
    }

    /// Goes to the dashboard and waits until it has drawn something and asks for nothing more.
    ///
    /// @param state the fragment of the address; empty for a page on which nothing is selected
    public Page open(String state) {
        page.navigate(url() + "#" + (state.isEmpty() ? WHOLE_PROGRAM : state));
        settle();
        return page;
    }

    /// Waits until answers have come, what was typed is searched for, and frames are drawn.
    public void settle() {
        Chromium.settle(page);
    }

    public Page page() {
        return page;
    }

    public String url() {
        return url;
    }

    /// What the page complained of so far; asking for it forgives it.
    public List<String> complaints() {
        List<String> heard = List.copyOf(complaints);
        complaints.clear();
        return heard;
    }

    /// A picture of the page for people, in `target/screenshots`.
    public void screenshot(String name) throws IOException {
        Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
        page.screenshot(new Page.ScreenshotOptions().setPath(pictures.resolve(name + ".png")));
    }

    /// The browser tells of every answer above 399, but the page shows these to the user.
    private void hear(ConsoleMessage message) {
        boolean refused =
                message.text().startsWith("Failed to load resource")
                        && message.location().contains("/api/");
        if (message.type().equals("error") && !refused)
            complaints.add("console: %s (%s)".formatted(message.text(), message.location()));
    }

    private void see(Response response) {
        if (response.status() >= 500)
            complaints.add("answer %d of %s".formatted(response.status(), response.url()));
    }

    @Override
    public void close() throws IOException {
        List<String> heard = complaints();
        server.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
        assertThat(heard).as("what the page complained of").isEmpty();
    }
}
