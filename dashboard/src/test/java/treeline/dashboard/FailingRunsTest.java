package treeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.dashboard.runs.OpenRuns;
import treeline.formats.Formats;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.DrawnFormat;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Runs that open and then fail: every request gets an answer that says why.
class FailingRunsTest {
    private static final String RUN = "path rank0 rank1\nmain 5 9\n";

    @TempDir Path folder;

    @Test
    void aRunThatIsCutWhileItIsOpenIsAnsweredWithTheReason() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(RandomProfiles.of(1), file);
        try (var runs = new OpenRuns(Formats.all())) {
            assertThat(runs.open(file.toString(), Optional.empty())).isEmpty();
            String metric =
                    runs.entries()
                            .getFirst()
                            .run()
                            .orElseThrow()
                            .outline()
                            .metrics()
                            .getFirst()
                            .name();
            try (DashboardServer server = DashboardServer.start(ServedRuns.SETTINGS, runs, "1.2")) {
                Files.write(file, new byte[0]);
                Http.Reply reply =
                        new Http(server.port())
                                .get("/api/series?run=0&node=0&metric=" + encoded(metric));
                assertThat(reply.status()).isEqualTo(422);
                assertThat(reply.text())
                        .contains(
                                "\"error\": \"%s was replaced after it was opened\""
                                        .formatted(file))
                        .contains("\"hint\": \"reload it\"");
            }
        }
    }

    @Test
    void aFailureToReadIsAnsweredWithTheReason() throws IOException {
        ProfileFormat failing = new FailingFormat(0);
        try (var runs = new OpenRuns(new Formats(List.of(failing), List.of()))) {
            Path file = Files.writeString(folder.resolve("run.txt"), RUN);
            assertThat(runs.open(file.toString(), Optional.empty())).isEmpty();
            try (DashboardServer server = DashboardServer.start(ServedRuns.SETTINGS, runs, "1.2")) {
                Http.Reply reply =
                        new Http(server.port()).get("/api/series?run=0&node=0&metric=time");
                assertThat(reply.status()).isEqualTo(500);
                assertThat(reply.text()).contains("\"error\": \"Input/output error\"");
            }
        }
    }

    /// Drawn runs whose disk has a bad sector; one of them may not even be closed.
    private static final class FailingFormat implements ProfileFormat {
        private final DrawnFormat drawn = new DrawnFormat();
        private final int unclosable;
        private int closed;

        /// @param unclosable the one that fails to close, counted from 1
        FailingFormat(int unclosable) {
            this.unclosable = unclosable;
        }

        @Override
        public String name() {
            return drawn.name();
        }

        @Override
        public String description() {
            return drawn.description();
        }

        @Override
        public Match sniff(Input input) throws IOException {
            return drawn.sniff(input);
        }

        @Override
        public ProfileSource open(Input input) throws IOException {
            ProfileSource source = drawn.open(input);
            return new ProfileSource() {
                @Override
                public Outline outline() {
                    return source.outline();
                }

                @Override
                public Profile load(Slice slice) throws IOException {
                    throw new IOException("Input/output error");
                }

                @Override
                public ReadReport report() {
                    return source.report();
                }

                @Override
                public void close() throws IOException {
                    if (++closed == unclosable) throw new IOException("cannot be closed");
                }
            };
        }
    }

    @Test
    void aRunThatCannotBeClosedLeavesNoOtherOpen() throws IOException {
        var failing = new FailingFormat(1);
        var runs = new OpenRuns(new Formats(List.of(failing), List.of()));
        for (String name : List.of("a.txt", "b.txt", "c.txt"))
            runs.open(Files.writeString(folder.resolve(name), RUN).toString(), Optional.empty());
        assertThatThrownBy(runs::close)
                .hasMessage("not all runs could be closed")
                .hasSuppressedException(new IOException("cannot be closed"));
        assertThat(failing.closed).isEqualTo(3);
    }

    private static String encoded(String text) {
        return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
