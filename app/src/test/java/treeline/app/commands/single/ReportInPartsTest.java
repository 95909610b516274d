package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;

import java.io.IOException;
import java.nio.file.Path;

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
    void meansAreReportedAndTheRestIsNamed() throws IOException {
        Session real = new Session(Formats.all(), Session.PLAIN);
        Path run = database();
        String whole = printed(real, "report", run);
        System.setProperty("treeline.memory", "100");
        try {
            String parts = printed(real, "report", run);
            assertThat(parts)
                    .startsWith("note: the run is read in parts")
                    .contains("Omitted\nimbalance, slow ranks and iterations: the run is read")
                    .contains("'treeline imbalance' and 'treeline iterations' read ");
            for (String section : new String[] {"Hot path", "Most expensive functions"})
                assertThat(section(parts, section)).isEqualTo(section(whole, section));
            assertThat(refused(real, "report", run, "--of", "max"))
                    .startsWith("treeline: report --of max must hold all");
            assertThat(refused(real, "report", run, "--html", folder.resolve("page.html")))
                    .contains("must hold all");
        } finally {
            System.clearProperty("treeline.memory");
        }
    }

    private String refused(Session in, Object... words) {
        return run(in, words).err();
    }

    private static String section(String report, String title) {
        String from = report.substring(report.indexOf("\n" + title + "\n"));
        return from.substring(0, from.indexOf("more: "));
    }
}
