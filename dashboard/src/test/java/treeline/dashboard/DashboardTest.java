package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Path;

/// The door that programs and notebooks take.
class DashboardTest {
    @TempDir Path folder;

    private final Profile profile = RandomProfiles.of(7);

    @Test
    void aProfileInMemoryIsAPageThatContactsNobody() throws IOException {
        assertThat(Dashboard.html(profile))
                .startsWith("<!doctype html>")
                .contains("id=\"treeline-data\">", "default-src 'none'")
                .doesNotContain("src=\"main.js\"");
    }

    @Test
    void aProfileInMemoryIsServed() throws IOException {
        try (var server = Dashboard.serve(profile)) {
            var http = new Http(server.port());
            assertThat(http.get("/api/runs").text()).contains("\"name\": \"profile\"");
        }
    }

    @Test
    void filesAreServedAndOneThatCannotBeOpenedIsNamed() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(profile, file);
        try (var server = Dashboard.serve(file.toString())) {
            assertThat(new Http(server.port()).get("/api/runs").text()).contains("run.tldb");
        }
        String missing = folder.resolve("rum.tldb").toString();
        assertThatThrownBy(() -> Dashboard.serve(file.toString(), missing))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(missing + ": no such file; did you mean 'run.tldb'?");
    }
}
