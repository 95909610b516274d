package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// `treeline imbalance --sample` prints what is exact, what is estimated and what is unknown.
class SampledRanksTest extends SolverTest {
    private static final int RANKS = 2500;
    private Path large;
    private Path small;

    @BeforeEach
    void convert() throws IOException {
        String drawing =
                "path %s\nmain %s\nmain/solve %s\nmain/rare %s\n"
                        .formatted(
                                each(RANKS, rank -> "rank" + rank),
                                each(RANKS, _ -> "1"),
                                each(RANKS, rank -> "" + (10 + rank * 7 % 11)),
                                each(RANKS, rank -> rank == 77 ? "0.5" : "-"));
        large = database("large.tldb", drawing);
        small = database("small.tldb", Files.readString(solver));
    }

    @Test
    void aSampleSaysHowManyRanksWereReadAndWhatIsKnown() {
        assertThat(printed(real, "imbalance", large, "--sample", "64"))
                .startsWith(
                        "imbalance of time (exclusive) among 64 of 2,500 ranks, sampled at random"
                                + " (random seed 0)\n\n")
                .containsPattern("≥ max - mean +≥ max/mean +mean +≥ max +slowest +call path\n")
                .contains("main/solve")
                .contains(
                        "the mean is exact: the file stores sums over all ranks; the lower bound of"
                                + " the maximum holds at 95 % confidence\n")
                .contains(
                        "at 95 % confidence, at most 4.6 % of the ranks are slower than the slowest"
                                + " sampled rank of a node\n")
                .contains("1 node that no sampled rank ran holds 0.0 % of the run");
    }

    /// One rank runs it for half a second, 1 % of the largest value is 0.2 s.
    @Test
    void aNodeThatOnlyUnreadRanksRanIsListed() {
        assertThat(printed(real, "imbalance", large, "--sample", "64"))
                .containsPattern(
                        "call paths that no sampled rank ran\n"
                                + " +mean +≤ max +call path\n"
                                + "200 µs +500 ms +main/rare\n")
                .doesNotContain("hold more than the sample predicts");
        assertThat(printed(real, "imbalance", large, "--sample", "64", "--json"))
                .contains("\"hidden_nodes\": 1", "\"exact_means\": true", "\"confidence\": 0.95");
    }

    @Test
    void whatIsLostMostComesFirst() {
        String csv = run(real, "imbalance", large, "--sample", "64", "--csv").out();
        String sorted =
                run(real, "imbalance", large, "--sample", "64", "--sort", "lost", "--csv").out();
        assertThat(csv).isEqualTo(sorted);
    }

    @Test
    void aShareIsAShareOfTheRanks() {
        assertThat(printed(real, "imbalance", large, "--sample", "2%", "--json"))
                .contains("\"schema\": \"treeline/imbalance-sample/1\"", "\"sampled\": 50");
        assertThat(printed(real, "imbalance", large, "--sample", "100%"))
                .contains(
                        "among 2,500 of 2,500 ranks\n",
                        "all ranks were read: the numbers are exact");
    }

    @Test
    void autoReadsUntilTheSlowRankIsFound() {
        assertThat(printed(real, "imbalance", large, "--sample", "auto"))
                .contains("rank 77")
                .doesNotContain("hold more than the sample predicts");
    }

    @Test
    void csvSaysOnStandardErrorThatRanksWereSampled() {
        assertThat(run(real, "imbalance", large, "--sample", "64", "--csv").err())
                .contains(
                        "note: 64 of 2,500 ranks were read, sampled at random",
                        "note: the mean is exact");
    }

    @Test
    void ofFewRanksTheAnswerIsTheExactOne() {
        String sampled = printed(real, "imbalance", small, "--sample", "auto", "--csv");
        String exact = printed(real, "imbalance", small, "--csv");
        assertThat(first(sampled, "path,activity,waiting,lost,imbalance"))
                .isEqualTo(first(exact, "path,activity,waiting,lost,imbalance"));
        assertThat(printed(real, "imbalance", small, "--sample", "auto"))
                .contains("imbalance of time (exclusive) among 5 of 5 ranks\n")
                .doesNotContain("≥");
    }

    private static String first(String csv, String columns) {
        int count = columns.split(",").length;
        return csv.lines()
                .map(line -> String.join(",", java.util.List.of(line.split(",")).subList(0, count)))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void otherOptionsMeanTheSame() {
        assertThat(
                        printed(
                                real,
                                "imbalance",
                                large,
                                "--sample",
                                "64",
                                "--paths",
                                "function(solve)"))
                .contains("only matches of --paths");
        assertThat(
                        printed(
                                real,
                                "imbalance",
                                large,
                                "--sample",
                                "16",
                                "--rank",
                                "0-99",
                                "--seed",
                                "7"))
                .contains(
                        "among 16 of 100 ranks, sampled at random (random seed 7)",
                        "std error",
                        "the mean is estimated: the stored sums cover all ranks, not the selected"
                                + " ones; rare slow ranks and nodes that were not sampled are"
                                + " unknown");
    }

    @Test
    void whatCannotBeSampledSaysSo() {
        assertThat(run(real, "imbalance", large, "--sample", "1").err())
                .contains("at least 2 ranks, a share of the ranks such as 1%, or auto");
        assertThat(run(real, "imbalance", large, "--sample", "0%").err())
                .contains("at least 2 ranks");
        assertThat(run(real, "imbalance", large, "--seed", "1").err())
                .contains("--seed is for --sample");
        assertThat(run(real, "imbalance", large, "--sample", "9", "--by", "thread").err())
                .contains("--sample compares ranks, without histograms");
        assertThat(run(real, "imbalance", large, "--sample", "9", "--iteration", "1").err())
                .contains("--sample and --iteration cannot be combined");
        assertThat(run(real, "imbalance", large, "--sample", "9", "--rank", "3").err())
                .contains("cannot compare ranks: 1 found, at least 2 required");
    }
}
