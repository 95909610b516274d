package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.ensemble.Ensemble;
import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.model.Metric;
import treeline.source.files.MalformedProfileException;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;
import treeline.testkit.TestData;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Ensembles that are kept in a file.
class SavedEnsembleTest {
    @TempDir private Path folder;
    private final Runs runs = Runs.of(Formats.all());

    private Ensemble ensemble(String... paths) throws IOException {
        var builder = new EnsembleBuilder(Reduction.MEAN);
        for (Runs.Read run : runs.all(runs.named(List.of(paths))))
            builder.add(Run.of(run.path(), run.profile()));
        return builder.build();
    }

    private String saved(String name, Ensemble ensemble) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(ensemble.saved(), file);
        return file.toString();
    }

    private String drawn(String name, String profile) throws IOException {
        Path file = folder.resolve(name);
        new DatabaseExporter().export(Drawing.profileOf(profile), file);
        return file.toString();
    }

    private static void assertSame(Ensemble one, Ensemble other) {
        assertThat(one.metadata()).isEqualTo(other.metadata());
        assertThat(one.performance()).isEqualTo(other.performance());
        for (Metric metric : one.metrics())
            for (int run = 0; run < one.runs(); run++)
                for (int node = 0; node < one.tree().size(); node++)
                    assertThat(Double.doubleToRawLongBits(one.at(metric, run, node)))
                            .isEqualTo(Double.doubleToRawLongBits(other.at(metric, run, node)));
    }

    private Ensemble two() throws IOException {
        return ensemble(
                drawn("a.tldb", "metric time s inclusive\npath rank0 rank1\nmain 1 2"),
                drawn(
                        "b.tldb",
                        "metric time s inclusive\npath rank0 rank1\nmain 3 4\nmain/io 1 1"));
    }

    @Test
    void filesOfEnsemblesStandForTheirRuns() throws IOException {
        Ensemble two = two();
        assertSame(ensemble(saved("all.tldb", two)), two);
        assertThat(two.metadata(0).get("ranks")).isPresent();
    }

    /// Two databases with different contexts could be ranks of one run.
    @Test
    void filesOfEnsemblesStandBesideRunsInAFolder() throws IOException {
        Ensemble two = two();
        Files.delete(folder.resolve("b.tldb"));
        saved("saved.tldb", two.where("ranks = 2").withRuns(run -> run == 1));
        assertThat(ensemble(folder.toString()).keys())
                .containsExactly(folder + "/a.tldb", folder + "/b.tldb");
    }

    @Test
    void anEnsembleIsNotOneRun() throws IOException {
        String file = saved("all.tldb", two());
        assertThatThrownBy(() -> Formats.all().open(file))
                .isInstanceOf(MalformedProfileException.class)
                .hasMessage(
                        file
                                + ": expected one run, found an ensemble of 2 runs; use 'treeline"
                                + " ensemble'");
        assertThatThrownBy(() -> runs.withKernels(Map.of(file, "report.csv")).all(List.of(file)))
                .hasMessage(file + ": expected one run of these kernels, found an ensemble");
    }

    @Test
    void aDamagedListOfRunsIsNamedWithTheFile() throws IOException {
        var profile = two().saved();
        Path file = folder.resolve("all.tldb");
        new DatabaseExporter()
                .export(
                        profile.withMetadata(
                                profile.metadata().with("treeline.ensemble.nodes", "x")),
                        file);
        assertThatThrownBy(() -> ensemble(file.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        file
                                + ": the list of its runs is damaged: expected a length and ':',"
                                + " found 'x'");
    }

    @Test
    void realRunsAreTheSameInAFile() throws IOException {
        for (String data :
                List.of(
                        "thicket/tutorial-2023/lulesh_strong",
                        "thicket/tests/rajaperf",
                        "thicket/tests/example-json")) {
            Ensemble read = ensemble(TestData.require(data).toString());
            assertSame(ensemble(saved("real.tldb", read)), read);
        }
    }
}
