package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import treeline.app.commands.SolverTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// `treeline imbalance --sample` says what it read, and how far to trust it.
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
    void aSampleSaysHowManyRanksWereReadAndHowFarItIsOff() {
        assertThat(printed(real, "imbalance", large, "--sample", "64"))
                .startsWith(
                        "imbalance of time (exclusive) among 64 of 2,500 ranks, drawn at random"
                                + " (random seed 0)\n\n")
                .containsPattern(
                        "≥ max - mean +≥ max/mean +mean +\\+- 95 % +error +≥ max +slowest +call"
                                + " path\n")
                .contains("main/solve")
                .contains(
                        "max - mean and max/mean are of the mean over all ranks, which the file"
                                + " keeps; the largest error of the sampled mean is ")
                .contains(
                        "a maximum of a sample is a lower bound: a rank that was not read may be"
                                + " slower")
                .contains("1 node that no sampled rank ran hold");
    }

    @Test
    void whatIsLostMostComesFirst() {
        String csv = printed(real, "imbalance", large, "--sample", "64", "--csv");
        String sorted =
                printed(real, "imbalance", large, "--sample", "64", "--sort", "lost", "--csv");
        assertThat(csv).isEqualTo(sorted);
    }

    @Test
    void moreRanksAreReadUntilMeansAreNear() {
        String loose = printed(real, "imbalance", large, "--sample", "20%", "--json");
        assertThat(loose)
                .contains("\"schema\": \"treeline/imbalance-sample/1\"", "\"sampled\": 64");
        assertThat(printed(real, "imbalance", large, "--sample", "0.0000001%"))
                .contains(
                        "among 2,500 of 2,500 ranks\n",
                        "all ranks were read: the numbers are exact");
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
                .contains("only what --paths finds");
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
                        "among 16 of 100 ranks, drawn at random (random seed 7)",
                        "the file keeps no sums");
    }

    @Test
    void whatCannotBeSampledSaysSo() {
        assertThat(run(real, "imbalance", large, "--sample", "1").err())
                .contains("a number of ranks from 2 on, a share such as 1%, or auto");
        assertThat(run(real, "imbalance", large, "--sample", "0%").err())
                .contains("a number of ranks from 2 on");
        assertThat(run(real, "imbalance", large, "--seed", "1").err())
                .contains("--seed is for --sample");
        assertThat(run(real, "imbalance", large, "--sample", "9", "--by", "thread").err())
                .contains("--sample is about ranks and their means");
        assertThat(run(real, "imbalance", large, "--sample", "9", "--iteration", "1").err())
                .contains("--sample and --iteration exclude each other");
        assertThat(run(real, "imbalance", large, "--sample", "9", "--rank", "3").err())
                .contains("there is one rank to look at, and nothing to balance");
    }
}
