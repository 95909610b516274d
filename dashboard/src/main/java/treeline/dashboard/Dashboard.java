package treeline.dashboard;

import treeline.dashboard.ensemble.OpenEnsemble;
import treeline.dashboard.runs.OpenRun;
import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.model.Version;
import treeline.pattern.UserPattern;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The dashboard for programs and notebooks: as a single HTML file, or as a local server.
///
/// ```java
/// Files.writeString(Path.of("run.html"), Dashboard.html(profile));
/// try (var server = Dashboard.serve("before.tldb", "after.tldb")) {
///     System.out.println(server.url());
///     System.in.read();
/// }
/// ```
public final class Dashboard {
    private static final String IN_MEMORY = "profile";

    private Dashboard() {}

    /// A profile as a page that needs no server and contacts nobody: a file to mail around.
    public static String html(Profile profile) throws IOException {
        return html(IN_MEMORY, IN_MEMORY, new LoadedSource(profile, ReadReport.CLEAN), List.of());
    }

    /// A run that was read, as such a page.
    ///
    /// @param path as the user named it
    /// @param format the name of its format
    /// @param source what was read; it is closed
    /// @param waiting names of frames that wait, beside those that are known
    public static String html(
            String path, String format, ProfileSource source, List<UserPattern> waiting)
            throws IOException {
        return ReportPage.of(path, format, source, waiting, Version.text());
    }

    /// Many runs as such a page: metadata of all runs, and values of the heaviest nodes up to about
    /// 2 MB.
    ///
    /// @param name the title of the page
    public static String html(OpenEnsemble ensemble, String name) throws IOException {
        return ReportPage.of(ensemble, name, Version.text());
    }

    /// Serves runs on a free port of this machine until the server is closed.
    ///
    /// @param paths files, directories or patterns, each of one run
    /// @throws IllegalArgumentException if one cannot be opened
    public static DashboardServer serve(String... paths) throws IOException {
        var runs = new OpenRuns(Formats.all());
        for (String path : paths) {
            String problem = runs.open(path, Optional.empty());
            if (problem.isEmpty()) continue;
            runs.close();
            throw new IllegalArgumentException(problem);
        }
        return serve(ServerSettings.withDefaults(), runs);
    }

    /// Serves a profile that is in memory.
    public static DashboardServer serve(Profile profile) throws IOException {
        var runs = new OpenRuns(Formats.all());
        runs.add(
                new OpenRun(
                        IN_MEMORY,
                        IN_MEMORY,
                        new LoadedSource(profile, ReadReport.CLEAN),
                        List.of()));
        return serve(ServerSettings.withDefaults(), runs);
    }

    /// Serves runs as the settings say. The values that the page shows first are read meanwhile.
    ///
    /// @param runs are closed with the server
    /// @throws IOException if the port is taken, or the host is none of this machine
    public static DashboardServer serve(ServerSettings settings, OpenRuns runs) throws IOException {
        return serve(settings, runs, OpenEnsemble.of(runs));
    }

    /// Serves the page of many runs, from which single runs are opened.
    ///
    /// @param runs those that are already open; closed with the server
    public static DashboardServer serve(
            ServerSettings settings, OpenRuns runs, OpenEnsemble ensemble) throws IOException {
        return DashboardServer.start(settings, runs, ensemble, Version.text());
    }
}
