package treeline.testkit.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import treeline.testkit.Patience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@Timeout(Patience.TEST_SECONDS)
class SimulationTest {
    private static final List<String> WHOLE = List.of("old", "aaaa", "bbbb");

    @TempDir Path real;

    private Simulation simulation(long seed, Path file, boolean checksReader) {
        return new Simulation(seed, path -> path.toString().endsWith(".tmp"))
                .actor("a", () -> attempt(file, "aa"))
                .actor("b", () -> attempt(file, "bb"))
                .actor(
                        "reader",
                        () -> {
                            for (int i = 0; i < 3; i++) {
                                String read = Files.readString(file);
                                if (checksReader) assertThat(read).isIn(WHOLE);
                            }
                        });
    }

    /// A writer that reports an error has kept its promise.
    private static void attempt(Path file, String piece) {
        try {
            FixedNameWriter.write(file, piece, piece);
        } catch (IOException told) {
            assertThat(told).hasMessageContaining("run.tmp");
        }
    }

    private List<String> traced(long seed) throws IOException {
        Files.writeString(real.resolve("run"), "old");
        var system = WatchedFileSystem.of(real);
        Simulation simulation = simulation(seed, system.folder().resolve("run"), false);
        try {
            simulation.run(system);
        } catch (AssertionError defectOfTheWriter) {
            assertThat(defectOfTheWriter).hasMessageContaining("a temporary file of");
        }
        return simulation.trace();
    }

    @Test
    void aSeedReproducesAnInterleavingAndAnotherSeedGivesAnother() throws IOException {
        assertThat(traced(1)).isEqualTo(traced(1)).isNotEqualTo(traced(2));
        assertThat(traced(1)).hasSizeBetween(15, 60).anyMatch("a: RENAME run.tmp"::equals);
    }

    private int caught(boolean ownersAreChecked) throws IOException {
        int caught = 0;
        for (long seed = 0; seed < 200; seed++) {
            Files.writeString(real.resolve("run"), "old");
            var system = WatchedFileSystem.of(real);
            Simulation simulation =
                    simulation(seed, system.folder().resolve("run"), !ownersAreChecked);
            try {
                simulation.run(system);
            } catch (AssertionError found) {
                boolean isOwner = found.getMessage().contains("a temporary file of");
                if (isOwner == ownersAreChecked) caught++;
            }
        }
        return caught;
    }

    @Test
    void theSharedTemporaryNameOfTheOldWriterIsFound() throws IOException {
        assertThat(caught(true)).as("temporary files of others").isGreaterThan(80);
        assertThat(caught(false)).as("mixed or cut files").isGreaterThan(10);
    }

    @Test
    void anActorThatFailsIsNamedWithTheCallsBeforeIt() throws IOException {
        var system = WatchedFileSystem.of(real);
        Path absent = system.folder().resolve("absent");
        assertThatThrownBy(
                        () ->
                                new Simulation(1, _ -> false)
                                        .actor("only", () -> Files.readString(absent))
                                        .run(system))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("only failed: java.nio.file.NoSuchFileException: " + absent)
                .hasMessageEndingWith("only: OPEN absent");
    }
}
