package treeline.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.record.mpi.Mpi;
import treeline.record.ranks.Communicator;
import treeline.record.ranks.InProcessRanks;
import treeline.record.testkit.Mpirun;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/// Ranks that run different versions of the recorder. Their messages have no common format, so the
/// recording is refused at the start, on all ranks.
class MixedVersionsTest {
    private static final String REFUSED =
            "ranks run different versions of the Treeline recorder: 0.2.0 on rank 0, 0.3.0 on"
                    + " rank 2; install one version";

    @TempDir Path folder;

    /// Ranks below 2 have version 0.2.0.
    private static Start start(Communicator ranks, Path output) {
        RecorderOptions options = RecorderOptions.builder(output.toString()).build();
        return Start.agree(options, List.of(), ranks, ranks.rank() < 2 ? "0.2.0" : "0.3.0");
    }

    /// For `mpirun`: prints the refusal of each rank.
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            try (Communicator world = Mpi.world()) {
                start(world, Path.of(arguments[0]));
            } catch (UncheckedIOException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    @Test
    void ranksOfDifferentVersionsAreRefusedOnAllRanks() {
        Path output = folder.resolve("out");
        InProcessRanks.run(
                4,
                ranks ->
                        assertThatThrownBy(() -> start(ranks, output))
                                .isInstanceOf(UncheckedIOException.class)
                                .hasMessage(
                                        ranks.rank() == 0
                                                ? REFUSED
                                                : "rank %d: %s".formatted(ranks.rank(), REFUSED)));
        assertThat(output).doesNotExist();
    }

    @Test
    void ranksOfTheSameVersionStart() {
        InProcessRanks.run(
                2,
                ranks -> {
                    Start start = start(ranks, folder.resolve("out"));
                    assertThat(start.enabled()).isTrue();
                    ranks.barrier();
                    start.folder().unlock();
                });
    }

    @Test
    void processesOfDifferentVersionsAreRefused() {
        String printed = Mpirun.openMpi().run(3, Program.class, folder.resolve("out").toString());
        assertThat(printed.lines())
                .containsExactlyInAnyOrder(REFUSED, "rank 1: " + REFUSED, "rank 2: " + REFUSED);
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
