package treeline.browser;

import treeline.dashboard.Dashboard;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The dashboard of a run as one file.
final class PageFile {
    private PageFile() {}

    /// @param path what the page calls the run
    static void write(Path file, String path, ProfileSource source) throws IOException {
        Files.writeString(file, Dashboard.html(path, "database", source, List.of()));
    }
}
