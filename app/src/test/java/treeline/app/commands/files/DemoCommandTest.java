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
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

class DemoCommandTest extends CommandTest {
    private final Session real = new Session(Formats.all(), wide.screen());

    @Test
    void aProgramIsRecordedStoredReadBackAndShown() {
        String report =
                printed(real, "demo", folder.resolve("demo")).replaceAll("(?<=\\S) {2,}", "  ");
        assertThat(report)
                .startsWith("Recorded: a heat program, 16 ranks x 3 repetitions, ")
                .containsPattern("  demo/forms/run +4 files .* B/value  recorded\n")
                .containsPattern("  demo/run.tldb +1 file .* B/value  equal\n")
                .containsPattern("  demo/forms/run.tltext +1 file .* B/value  equal\n")
                .containsPattern(
                        "  demo/forms/run.csv +1 file .* B/value  equal except for metadata\n")
                .contains("time (inclusive), mean of 16 ranks, 3 repetitions averaged\n")
                .containsPattern(" step\n")
                .containsPattern(" stencil  COMP\n")
                .contains("● hot path\n")
                .contains("\nFiles in demo:\n  run.tldb ")
                .contains(
                        "before.tldb, after.tldb  the heat program before and after a change;"
                                + " simulated clock\n")
                .endsWith(
                        """
                        Try next:
                          treeline report demo/run.tldb  summary of the run on one page
                          treeline imbalance demo/run.tldb  the slow rank
                          treeline diff demo/before.tldb demo/after.tldb  the slower function
                          treeline ensemble speedup 'demo/scaling/*.tldb'  the part that does not scale
                          treeline compare demo/builds/old demo/builds/slower  a regression, with significance tests
                          treeline hpcreport demo/trace.json  the idle GPU
                          treeline report demo/service.jfr  the contended lock of a service
                          treeline serve demo/run.tldb  the dashboard in a browser
                        """);
    }

    @Test
    void itRunsAgainOverItsOwnFilesAndOverNoOthers() throws IOException {
        Path demo = folder.resolve("demo");
        printed(real, "demo", demo);
        Map<String, byte[]> first = simulated(demo);
        printed(real, "demo", demo);
        assertThat(simulated(demo))
                .hasSize(12 + 18 + 15 + 20 + 3 + 9)
                .containsExactlyEntriesOf(first);
        try (Stream<Path> archived = Files.list(demo.resolve("perf/runs"))) {
            assertThat(archived).hasSize(20);
        }
        Files.writeString(demo.resolve("notes.txt"), "precious");
        Session.Answer answer = run(real, "demo", demo);
        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        """
                        treeline: demo contains other files
                          name another folder: treeline demo DIR
                        """);
    }

    /// The files that have to be the same after every demo.
    private static Map<String, byte[]> simulated(Path demo) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(demo)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String name = demo.relativize(file).toString();
                if (!name.matches("(run\\.tldb|service\\.jfr|forms/.*|perf/.*)"))
                    files.put(name, Files.readAllBytes(file));
            }
        }
        return files;
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
