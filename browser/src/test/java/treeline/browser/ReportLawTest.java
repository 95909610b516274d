package treeline.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.testkit.Drawing;
import treeline.testkit.RandomContexts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// A mailed report computes sums, extremes and choices of ranks in the page: the same numbers as
/// the server's, for ranks, threads, streams and repetitions in every combination.
class ReportLawTest {
    private static final int SEEDS = 40;

    @TempDir Path folder;

    @Test
    void aReportComesToTheNumbersOfTheServer() throws IOException, InterruptedException {
        List<Profile> profiles =
                new ArrayList<>(
                        List.of(
                                SampleRuns.solver(),
                                SampleRuns.heat(),
                                SampleRuns.stripes(),
                                readings(),
                                repetitions()));
        LongStream.range(0, SEEDS).mapToObj(RandomContexts::of).forEach(profiles::add);
        Path cases = Files.createDirectories(Path.of("target")).resolve("report-cases.json");
        Files.writeString(cases, new ReportCases(folder).text(profiles));
        var ended = Node.run(Path.of("."), List.of("src/test/js/report-law.js", cases.toString()));
        assertThat(ended.output()).endsWith(" answers agree\n");
        assertThat(ended.code()).isZero();
    }

    /// Of which the largest counts.
    private static Profile readings() {
        return Drawing.profileOf(
                """
                metric memory MiB point
                path       rank0thread0  rank0thread1  rank1thread0  rank1thread1
                main                  3             5             -             2
                main/solve            -             -             7             1
                """);
    }

    private static Profile repetitions() {
        return Drawing.profileOf(
                """
                path       rank0rep0  rank0rep1  rank1rep0  rank1rep1  rank2rep1
                init               5          -          4          -          -
                main               1          2          1          2          9
                main/solve        10         12         11          -          8
                """);
    }
}
