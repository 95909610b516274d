package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.GZIPInputStream;

/// `report` of a run whose values do not fit in memory.
class ReportInPartsTest extends CommandTest {
    private static final String RUN =
            """
            path        rank0  rank1  rank2  rank3
            main            1      1      1      1
            main/solve     10     10     10     40
            main/wait      30     30     30      -
            """;

    private Path database() throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(Drawing.profileOf(RUN), file);
        return file;
    }

    @Test
    void itHasAllSections() throws IOException {
        Session real = new Session(Formats.all(), Session.PLAIN);
        Path run = database();
        String whole = printed(real, "report", run);
        assertThat(whole).contains("\nImbalance\n");
        System.setProperty("treeline.memory", "100");
        try {
            assertThat(printed(real, "report", run))
                    .startsWith("note: the run is read in parts")
                    .endsWith(whole);
        } finally {
            System.clearProperty("treeline.memory");
        }
    }

    @Test
    void thePageIsAboutSampledRanks() throws IOException {
        Session real = new Session(Formats.all(), Session.PLAIN);
        Path page = folder.resolve("page.html");
        System.setProperty("treeline.memory", "100");
        try {
            assertThat(printed(real, "report", database(), "--html", page)).contains("wrote");
        } finally {
            System.clearProperty("treeline.memory");
        }
        String data =
                Files.readString(page)
                        .replaceFirst("(?s).*id=\"treeline-data\">", "")
                        .replaceFirst("(?s)</script>.*", "");
        try (var unzipped =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data)))) {
            assertThat(new String(unzipped.readAllBytes(), UTF_8))
                    .contains("1 of 4 ranks, a random sample that fits into memory");
        }
    }
}
