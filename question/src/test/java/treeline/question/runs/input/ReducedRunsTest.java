package treeline.question.runs.input;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.ensemble.EnsembleBuilder;
import treeline.ensemble.Run;
import treeline.model.Profile;
import treeline.source.Input;
import treeline.source.ProfileSource;
import treeline.source.Slice;
import treeline.store.db.DatabaseExporter;
import treeline.store.db.DatabaseFormat;
import treeline.transform.Reduction;

import java.io.IOException;
import java.nio.file.Path;

class ReducedRunsTest {
    private static final String MEMORY = "treeline.memory";
    private static final Profile RUN =
            profileOf(
                    """
                    path        rank0rep0  rank1rep0  rank0rep1  rank1rep1
                    main                1          2          3          4
                    main/solve         10          -         30          -
                    """);

    @TempDir private Path folder;

    @AfterEach
    void enoughMemory() {
        System.clearProperty(MEMORY);
    }

    private Profile loaded(Profile run, boolean eachRepetition) throws IOException {
        Path file = folder.resolve("run.tldb");
        new DatabaseExporter().export(run, file);
        try (ProfileSource source = new DatabaseFormat().open(Input.of(file.toString()))) {
            return new ReducedRuns(Reduction.MEAN, eachRepetition).load(source, Slice.summed());
        }
    }

    @Test
    void aRunThatDoesNotFitHasOneContextAndIsStillKnownToHaveItsRanks() throws IOException {
        assertThat(loaded(RUN, false).contexts()).hasSize(4);
        System.setProperty(MEMORY, "100");
        Profile reduced = loaded(RUN, false);
        assertThat(reduced.contexts()).hasSize(1);
        assertThat(Run.of("run", reduced).metadata().get("ranks")).hasToString("Optional[2]");
        assertThat(reduced.column(reduced.metrics().getFirst()).at(0, 1)).isEqualTo(10);
    }

    @Test
    void runsThatAreTakenApartAreLoadedWhole() throws IOException {
        System.setProperty(MEMORY, "100");
        assertThat(loaded(RUN, true).contexts()).hasSize(4);
        Profile ensemble =
                new EnsembleBuilder(Reduction.MEAN)
                        .add(Run.of("a", profileOf("path rank0\nmain 1\n")))
                        .add(Run.of("b", profileOf("path rank0\nmain 2\n")))
                        .build()
                        .saved();
        assertThat(loaded(ensemble, false).contexts()).hasSize(2);
    }
}
