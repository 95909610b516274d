package treeline.app.commands.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.app.commands.CommandTest;
import treeline.formats.Formats;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DemoCommandTest extends CommandTest {
    private final Session real = new Session(Formats.all(), wide.screen());

    @Test
    void aProgramIsRecordedStoredReadBackAndShown() {
        String report = printed(real, "demo", folder.resolve("demo"));
        assertThat(report)
                .startsWith("Recorded: a program that spreads heat, 16 ranks x 3 repetitions, ")
                .containsPattern("  demo/heat +4 files .* B/value  recorded\n")
                .containsPattern("  demo/heat.tldb +1 file .* B/value  equal\n")
                .containsPattern("  demo/heat.tltext +1 file .* B/value  equal\n")
                .containsPattern("  demo/heat.csv +1 file .* B/value  equal but for metadata\n")
                .contains("time (inclusive), mean of 16 ranks, 3 repetitions averaged\n")
                .containsPattern(" step\n")
                .containsPattern(" stencil  COMP\n")
                .contains("● hot path\n")
                .endsWith(
                        """
                        Try next:
                          treeline info demo/heat                 what is in it
                          treeline tree demo/heat --of max        slowest anywhere
                          treeline tree demo/heat --rank 5        the slow rank
                          treeline tree demo/heat --repetition 0  code not yet warm
                        """);
    }

    @Test
    void itRunsAgainOverItsOwnFilesAndOverNoOthers() throws IOException {
        Path demo = folder.resolve("demo");
        printed(real, "demo", demo);
        printed(real, "demo", demo);
        Files.writeString(demo.resolve("notes.txt"), "precious");
        Session.Answer answer = run(real, "demo", demo);
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        """
                        treeline: demo holds other files
                          name another folder: treeline demo DIR
                        """);
    }

    @Test
    void aFormatThatLosesSomethingFailsTheDemo() {
        ProfileExporter lossy =
                new ProfileExporter() {
                    @Override
                    public ExporterTraits traits() {
                        return ExporterTraits.lossless("database", ".tldb");
                    }

                    @Override
                    public void export(Profile profile, Path file) throws IOException {
                        Formats.all()
                                .exporter("database")
                                .export(profile.withMetadata(treeline.model.Metadata.NONE), file);
                    }
                };
        Session forgetful =
                new Session(new Formats(Formats.all().readable(), List.of(lossy)), wide.screen());
        Session.Answer answer = run(forgetful, "demo", folder.resolve("demo"));
        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.out()).contains("differs in metadata\n");
    }
}
