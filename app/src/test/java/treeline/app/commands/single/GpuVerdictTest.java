package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Verdicts about programs of our own on a GPU, whose busy and waiting times other clocks measured:
/// `gpu/README.md` of the data, and the `*-truth.json` files.
class GpuVerdictTest {
    private static final Pattern NUMBER = Pattern.compile("-?\\d+\\.\\d+(?:[eE]-?\\d+)?");
    private final Session session = new Session(Formats.all(), Session.PLAIN.withWidth(300));

    private String report(String path, String... more) {
        List<String> words = new ArrayList<>(List.of("hpcreport", path));
        words.addAll(List.of(more));
        Session.Answer answer = session.run(words.toArray(String[]::new));
        assertThat(answer.exitCode()).as(answer.err()).isZero();
        return answer.out();
    }

    private static String gpu(String file) {
        return TestData.require("gpu/" + file).toString();
    }

    /// The share that the device table prints, 0 to 1.
    private static double busy(String report) {
        Matcher row =
                Pattern.compile("(?m)^\\s*\\S+ \\S+\\s+\\S+ \\S+\\s+(\\d+\\.\\d) %\\s+\\d+  .*$")
                        .matcher(report.substring(report.indexOf("GPU busy and idle")));
        assertThat(row.find()).as(report).isTrue();
        return Double.parseDouble(row.group(1)) / 100;
    }

    private static String verdict(String report) {
        return report.lines()
                .filter(line -> line.matches("[\\w/-]+: .*"))
                .filter(line -> !line.startsWith("note:"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProgramThatWaitsForLargeKernelsIsGpuBound() {
        String report = report(gpu("gpu-bound.json.gz"));
        assertThat(busy(report)).isCloseTo(18.0 / 20.5, within(0.005));
        assertThat(verdict(report)).isEqualTo("GPU-bound: the GPU is busy 88 % of elapsed time");
        assertThat(report).contains("the CPU waits for it 83 % of its time\n");
    }

    @Test
    void aProgramOfManyTinyKernelsIsLaunchBound() {
        String report = report(gpu("launch-bound.json.gz"));
        assertThat(busy(report)).isCloseTo(0.8 / 19.3, within(0.005));
        assertThat(verdict(report))
                .startsWith(
                        "launch-bound: the GPU is busy 4.3 % of elapsed time, while 79.9 % of the"
                                + " time ");
    }

    @Test
    void aSmallTransformerStarvesTheGpu() {
        String report = report(gpu("torch-train.json.gz"));
        assertThat(verdict(report)).startsWith("launch-bound: the GPU is busy 14 % ");
        assertThat(report)
                .as("self CUDA time and self CPU time of the profiler's own table")
                .containsPattern("GPU +17\\.3 ms +100\\.0 % +total")
                .containsPattern("host +18[234] ms +100\\.0 % +total");
    }

    @Test
    void ranksThatWaitForASlowOneAreCommunicationBound() throws IOException {
        Path data = TestData.require("gpu/ddp4-slow2-rank0.json.gz");
        String report = report(data.resolveSibling("ddp4-slow2-rank*.json.gz").toString());
        double seconds = 0;
        for (int rank = 0; rank < 4; rank++) seconds += allReduce(data, rank) / 4;
        assertThat(verdict(report)).startsWith("communication-bound: 85 % of the time ");
        assertThat(report)
                .contains(
                        "rank 2 thread 0 computes 3.19 s longer than the mean of 4 ranks, and the"
                                + " other ranks wait ");
        assertThat(report).contains("the GPU is busy less than 0.1 % of elapsed time");
        Matcher row = Pattern.compile("host +(\\S+) s +\\S+ % +Communication").matcher(report);
        assertThat(row.find()).isTrue();
        assertThat(Double.parseDouble(row.group(1)))
                .as("the thread that asks for a collective and the one that does it")
                .isCloseTo(2 * seconds, within(0.02 * 2 * seconds));
    }

    /// Seconds in all-reduce by the program's own stopwatch.
    private static double allReduce(Path data, int rank) throws IOException {
        String truth =
                Files.readString(
                        data.resolveSibling("ddp4-slow2-rank%d-truth.json".formatted(rank)));
        Matcher numbers = NUMBER.matcher(truth.substring(truth.indexOf("allreduce_s")));
        double sum = 0;
        while (numbers.find()) sum += Double.parseDouble(numbers.group());
        return sum;
    }

    @Test
    void aloneTheSlowRankComputes() {
        assertThat(verdict(report(gpu("ddp4-slow2-rank2.json.gz"))))
                .isEqualTo("compute-bound: 96 % of the time is computation");
        assertThat(verdict(report(gpu("ddp4-slow2-rank0.json.gz"))))
                .startsWith("communication-bound: 99.6 % of the time is communication");
    }

    /// The same rule for databases of HPCToolkit, which have no CPU time: a device that is idle
    /// most of the time bounds nothing.
    @Test
    void devicesOfHpcToolkitBoundOnlyWhatTheyAreBusyFor() {
        for (String database :
                new String[] {
                    "loops-cuda-nvidiapc-t.d", "loops-hip-amd-t.d", "recursion-cuda-nvidiapc-t.d"
                }) {
            String report = report(TestData.require("hpctoolkit-v4/" + database).toString());
            double busy = busy(report);
            String verdict = verdict(report);
            assertThat(verdict.startsWith("GPU-bound")).as(verdict).isEqualTo(busy >= 0.5);
            assertThat(verdict.startsWith("undetermined")).as(verdict).isEqualTo(busy < 0.5);
        }
    }
}
