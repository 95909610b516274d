package treeline.formats.pprof;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.formats.writing.NodeSamples;
import treeline.formats.writing.WholeValues;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.testkit.ProfileDifference;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class PprofExporterTest {
    @TempDir Path folder;

    @Test
    void whatPprofCanHoldComesBackTheSame() throws IOException {
        Path original = Files.write(folder.resolve("a.pb"), PprofBytes.solver().bytes());
        Profile read = read(original);
        assertThat(new PprofExporter().leavesOut(read)).containsExactly("node labels (inlined)");
        Profile again = written(read);
        assertThat(again.tree()).isEqualTo(read.tree());
        assertThat(again.contexts()).isEqualTo(read.contexts());
        assertThat(again.values()).isEqualTo(read.values());
        assertThat(again.metadata().get("comment").orElseThrow()).hasToString("period: 10");
    }

    @Test
    void aFileThatLeavesNothingOutReadsBackEqual() throws IOException {
        PprofBytes file = new PprofBytes().type("wall", "nanoseconds");
        file.function(1, "f", "f.c", 3).location(1, 0, 1, 1, 0);
        file.sample(PprofBytes.values(7), file.label("rank", 0, ""), 1);
        Profile read = read(Files.write(folder.resolve("a.pb"), file.bytes()));
        assertThat(new PprofExporter().leavesOut(read)).isEmpty();
        assertThat(ProfileDifference.between(read, written(read))).isEmpty();
    }

    @Test
    void secondsBecomeNanosecondsAndInclusiveValuesExclusive() throws IOException {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path        rank0  rank1
                        main         10.5     12
                        main/work     2.5      -
                        """);
        Profile again = written(profile);
        assertThat(again.metrics().getFirst().unit().symbol()).isEqualTo("ns");
        var rows = again.column("time").byContext();
        assertThat(rows.value(rows.find(0, 0))).isEqualTo(8e9);
        assertThat(rows.value(rows.find(0, 1))).isEqualTo(2.5e9);
        assertThat(rows.value(rows.find(1, 0))).isEqualTo(12e9);
    }

    /// Otherwise pprof opens on the last metric.
    @Test
    void theDefaultMetricIsThatOfTheRun() throws IOException {
        Profile profile =
                profileOf(
                        """
                        metric visits _ exclusive
                        path  rank0
                        main      3

                        metric time s exclusive
                        path  rank0
                        main      1

                        metric bytes_received B exclusive
                        path  rank0
                        main      9
                        """);
        Profile again = written(profile);
        assertThat(again.metadata().get(PprofWriter.DEFAULT_TYPE).orElseThrow())
                .hasToString("time");
        Metadata visits = again.metadata().with(PprofWriter.DEFAULT_TYPE, "visits");
        assertThat(
                        written(again.withMetadata(visits))
                                .metadata()
                                .get(PprofWriter.DEFAULT_TYPE)
                                .orElseThrow())
                .hasToString("visits");
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        Profile profile =
                profileOf(
                        """
                        metric time s inclusive
                        path        tag   rank0  rank1
                        main        -        10     12
                        main/loop   COMP  1+2+3      -

                        metric calls count exclusive
                        path        rank0  rank1
                        main          1.5      -

                        metric peak B point
                        path        rank0  rank1
                        main            5      -
                        """);
        assertThat(new PprofExporter().leavesOut(profile))
                .contains(
                        "point readings (peak)",
                        "iterations: only sums are stored",
                        "node labels (tag)",
                        "node kinds (region): all become functions",
                        "missing values of calls: they become 0");
        assertThat(new PprofExporter().leavesOut(profile).toString())
                .contains("fractions: calls is rounded to integer ");
    }

    @Test
    void everyProfileIsWrittenAndItsRoundedValuesComeBack() throws IOException {
        for (int seed = 0; seed < 60; seed++) {
            Profile profile = RandomProfiles.of(seed).withMetadata(Metadata.NONE);
            var samples = new NodeSamples(profile);
            if (samples.metrics().isEmpty()) continue;
            var whole = new WholeValues(samples);
            double[] sums = new double[samples.metrics().size()];
            samples.forEach(
                    (_, _, values) -> {
                        for (int m = 0; m < sums.length; m++) sums[m] += whole.of(m, values[m]);
                    });
            Profile again = written(profile);
            for (int m = 0; m < sums.length; m++) {
                var rows = again.values().column(m).byContext();
                double sum = 0;
                for (int cell = 0; cell < rows.cells(); cell++) sum += rows.value(cell);
                assertThat(sum)
                        .as("seed %d metric %d", seed, m)
                        .isCloseTo(sums[m], org.assertj.core.data.Percentage.withPercentage(1e-6));
            }
        }
    }

    private Profile written(Profile profile) throws IOException {
        Path file = folder.resolve("written.pb.gz");
        new PprofExporter().export(profile, file);
        return read(file);
    }

    private static Profile read(Path file) throws IOException {
        try (ProfileSource source = new PprofFormat().open(Input.of(file))) {
            assertThat(source.report().entries().stream().filter(ReadReport.Entry::lossy))
                    .isEmpty();
            return source.load(Slice.everything());
        }
    }
}
