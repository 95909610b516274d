package treeline.dashboard;

import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.testkit.DrawnFormat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Drawn runs behind a server that listens on loopback.
record ServedRuns(DashboardServer server, Http http) implements Closeable {
    static final ServerSettings SETTINGS = ServerSettings.withDefaults();

    static ServedRuns of(Path folder, String... drawings) throws IOException {
        return of(SETTINGS, folder, drawings);
    }

    static ServedRuns of(ServerSettings settings, Path folder, String... drawings)
            throws IOException {
        var runs = new OpenRuns(new Formats(List.of(new DrawnFormat()), List.of()));
        for (int i = 0; i < drawings.length; i++)
            runs.open(
                    Files.writeString(folder.resolve("run%d.txt".formatted(i)), drawings[i])
                            .toString(),
                    Optional.empty());
        DashboardServer server = DashboardServer.start(settings, runs, "1.2");
        return new ServedRuns(server, new Http(server.port()));
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
