package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Path;

/// `treeline ranks` says which ranks are alike, and which stand out.
class RanksCommandTest extends SolverTest {
    private static final String MEMORY = "treeline.memory";
    private static final int RANKS = 32;
    private Path writers;

    @BeforeEach
    void convert() throws IOException {
        String drawing =
                "path %s\nmain %s\nmain/solve %s\nmain/write %s\n"
                        .formatted(
                                each(RANKS, rank -> "rank" + rank),
                                each(RANKS, _ -> "1"),
                                each(RANKS, rank -> rank == 5 ? "30" : "10"),
                                each(RANKS, rank -> rank % 4 == 0 ? "9" : "-"));
        writers = database("writers.tldb", drawing);
    }

    @Test
    void clustersSayWhichRanksTheyHaveAndWhatDistinguishesThem() {
        assertThat(printed(real, "ranks", writers))
                .startsWith("time (exclusive) of 32 ranks, by share of time at 2 nodes\n")
                .contains("0-28:4", "differences between the clusters", "main/write", "45.0 %")
                .containsPattern(
                        """
                        outliers: ranks whose computation differs from the rest of their cluster
                        .*
                        rank 5\\s\
                        """);
    }

    @Test
    void aRunOfSolversHasNoClusters() {
        assertThat(printed("ranks", solver))
                .contains(
                        "no distinct clusters of ranks (by share of time per node)\n"
                                + "total work of ranks ranges from ");
        assertThat(printed("ranks", solver, "--clusters", "2"))
                .contains("differences between the clusters");
    }

    @Test
    void clustersThatMayBeChanceAreWarnedOf() {
        assertThat(printed(real, "ranks", writers, "--clusters", "2"))
                .doesNotContain("may be random");
        assertThat(printed(session, "ranks", solver, "--clusters", "3").replaceAll("\\s+", " "))
                .contains("silhouette 0.")
                .endsWith(
                        " these clusters may be random; --clusters auto finds clusters only if they"
                                + " are clear ");
    }

    @Test
    void numbersAreTheSameInParts() {
        String whole = printed(real, "ranks", writers, "--csv");
        assertThat(whole)
                .startsWith("cluster,ranks,silhouette,representative,work:exclusive [s],members\n");
        System.setProperty(MEMORY, "100");
        try {
            assertThat(run(real, "ranks", writers, "--csv").out()).isEqualTo(whole);
            String hidden = printed(real, "ranks", writers, "--hide", "write", "--json");
            System.clearProperty(MEMORY);
            assertThat(printed(real, "ranks", writers, "--hide", "write", "--csv"))
                    .isNotEqualTo(whole);
            assertThat(hidden).contains("\"alike\": ", "\"outliers\": [");
        } finally {
            System.clearProperty(MEMORY);
        }
    }

    @Test
    void whatCannotBeDividedSaysSo() {
        assertThat(run(real, "ranks", writers, "--clusters", "0").err())
                .contains("a number from 1 to 1000, or auto");
        assertThat(run(real, "ranks", writers, "--clusters", "33").err())
                .contains("32 ranks cannot be divided into 33 clusters");
        assertThat(run(real, "ranks", writers, "--rank", "3").err())
                .contains("cannot compare ranks: 1 found, at least 2 required");
    }
}
