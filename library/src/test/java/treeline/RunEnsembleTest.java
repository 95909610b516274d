package treeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.store.db.DatabaseExporter;
import treeline.testkit.Drawing;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Questions of a program about runs of 1 to 16 ranks, in which `solve` scales and `io` does not.
class RunEnsembleTest {
    @TempDir Path folder;

    @BeforeEach
    void writeRuns() throws IOException {
        for (int ranks = 1; ranks <= 16; ranks *= 2) {
            Profile profile =
                    Drawing.profileOf(
                            """
                            path        rank0  rank1
                            main            0      0
                            main/solve     %1$d     %1$d
                            main/io         2      4
                            """
                                    .formatted(64 / ranks));
            Metadata metadata =
                    Metadata.NONE
                            .with("ranks", ranks)
                            .with("compiler", ranks < 4 ? "gcc" : "clang");
            new DatabaseExporter()
                    .export(profile.withMetadata(metadata), folder.resolve(ranks + ".tldb"));
        }
    }

    private RunEnsemble runs() throws IOException {
        return Treeline.openAll(folder + "/*.tldb");
    }

    @Test
    void anEnsembleKnowsItsRuns() throws IOException {
        assertThat(runs().size()).isEqualTo(5);
        assertThat(runs().paths()).first().asString().endsWith("1.tldb");
        assertThat(runs().toString()).startsWith("5 runs, from ").endsWith("16.tldb");
        try (OneRun first = runs().open(0)) {
            assertThat(first.path()).endsWith("1.tldb");
        }
    }

    @Test
    void answersAreThoseOfTheCommands() throws IOException {
        assertThat(runs().info().toString()).contains("5 runs, 3 nodes");
        assertThat(runs().stats().table().rows()).isEqualTo(3);
        assertThat(runs().with("k", 2).cluster().table().rows()).isEqualTo(5);
        assertThat(runs().speedup().toString()).contains("main/solve");
    }

    @Test
    void selectionsLeaveTheEnsembleAsItIs() throws IOException {
        RunEnsemble runs = runs();
        RunEnsemble some = runs.where("compiler = 'gcc'").paths("MATCH (p)\nWHERE p.name = \"io\"");
        assertThat(some.keyedBy("ranks").data().keys()).containsExactly("1", "2");
        assertThat(some.where("ranks > 1").data().runs()).isEqualTo(1);
        assertThat(some.data().tree().size()).isEqualTo(1);
        assertThat(some.of(Reduction.MAX).stats().table().real("time_mean").at(0)).isEqualTo(4);
        assertThat(runs.data().runs()).isEqualTo(5);
        assertThat(runs.define("twice", "2 * time").stats().toString()).contains("twice");
        assertThat(runs.nodesWhere("std(time) > 10").intersection().data().tree().size())
                .isEqualTo(1);
    }

    @Test
    void runsAreReadOnce() throws IOException {
        RunEnsemble runs = runs();
        String stats = runs.stats().toString();
        for (String path : runs.paths()) Files.delete(Path.of(path));
        Files.writeString(folder.resolve("1.tldb"), "no profile");
        assertThat(runs.stats()).hasToString(stats);
    }

    @Test
    void anEnsembleInMemoryIsAskedInTheSameWay() throws IOException {
        RunEnsemble files = runs().keyedBy("ranks");
        RunEnsemble memory = Treeline.of(files.data());
        assertThat(memory.stats()).hasToString(files.stats().toString());
        assertThat(memory.model()).hasToString(files.model().toString());
        assertThat(memory.paths()).containsExactly("1", "2", "4", "8", "16");
        assertThatThrownBy(() -> memory.of(Reduction.MAX).stats())
                .hasMessage(
                        "'of=max' changes how runs are read, but the ensemble is already in"
                                + " memory");
        assertThatThrownBy(() -> memory.open(0)).hasMessageContaining("has no files");
    }

    @Test
    void modelsPredict() throws IOException {
        assertThat(runs().models("ranks").predictions(32).rows()).isEqualTo(3);
        assertThat(runs().models().defaultPoint()).containsExactly(64);
    }

    @Test
    void aParameterThatAQuestionDoesNotHaveIsRejected() throws IOException {
        RunEnsemble runs = runs();
        assertThatThrownBy(() -> runs.metric("time").metadata())
                .hasMessageStartingWith("'ensemble metadata' has no parameter 'metric'; it has ");
        assertThatThrownBy(() -> runs.with("top", 3).data())
                .hasMessageStartingWith("'data' has no parameter 'top'; it has metric, ");
        assertThatThrownBy(() -> runs.metric("tine").stats())
                .hasMessageContaining("did you mean 'time'?");
    }
}
