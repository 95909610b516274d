package treeline.app.commands.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.app.Session;
import treeline.formats.Formats;
import treeline.testkit.TestData;
import treeline.testkit.Trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Reports about real files of other tools: each has rows that sum to their total and a verdict, or
/// is refused.
class HpcReportDatasetsTest {
    private final Session session = new Session(Formats.all(), Session.PLAIN.withWidth(200));
    private int reported;

    /// Every file of the folder, or every third one.
    private static final int STEP = 4 - Trials.of(1, 3);

    @Test
    void rowsSumToTheirTotalOrTheFileIsRefused() throws IOException {
        Path data = TestData.require(".").normalize();
        try (Stream<Path> paths = Files.walk(data)) {
            List<Path> all = paths.sorted().toList();
            for (int i = 0; i < all.size(); i += STEP) look(all.get(i));
        }
        assertThat(reported).isGreaterThan(100 / STEP);
    }

    @Test
    void outlinedRegionsAreWorkOfOpenMp() {
        assertThat(report("hpctoolkit-v4/issue-233"))
                .contains(
                        "mixed: CPU time without idle threads is 65 % computation, 32 % waiting for"
                                + " threads, 3.3 % communication\n",
                        "host   13.4 s   56.6 %  OpenMP work\n");
    }

    @Test
    void theHostsWaitForKernelsIsNotCountedAsKernelsAgain() {
        assertThat(report("hpctoolkit-xml/hpctoolkit-quicksilver-database"))
                .contains(
                        "GPU   25.0 s  100.0 %  total\n",
                        "GPU   25.0 s  100.0 %  GPU kernel execution\n",
                        "wait  25.0 s        -  GPU synchronisation\n");
    }

    @Test
    void tracesOfStreamsSayHowBusyADeviceIs() {
        assertThat(report("hpctoolkit-v4/loops-hip-amd-t.d"))
                .startsWith("note: ")
                .contains("\n1.53 s  3.46 ms  99.8 %        1  590a0500\n");
    }

    @Test
    void startUpOfMpiHidesAShortRun() {
        assertThat(report("hpctoolkit-xml/hpctoolkit-cpi-database"))
                .startsWith("undetermined: 100 % of CPU time is MPI start-up");
    }

    private String report(String path) {
        return session.run("hpcreport", TestData.require(path).toString()).out();
    }

    private void look(Path path) {
        Session.Answer answer = session.run("hpcreport", path.toString(), "--csv");
        assertThat(answer.err()).as(path.toString()).doesNotContain("Exception");
        if (answer.exitCode() != 0) {
            assertThat(answer.exitCode()).as(path.toString()).isEqualTo(2);
            assertThat(answer.err()).startsWith("treeline: ");
            return;
        }
        reported++;
        Map<String, Double> totals = new LinkedHashMap<>();
        Map<String, Double> sums = new LinkedHashMap<>();
        answer.out().lines().skip(1).forEach(line -> add(line, totals, sums));
        totals.forEach(
                (part, total) ->
                        assertThat(sums.getOrDefault(part, 0.0))
                                .as(path + " " + part)
                                .isCloseTo(total, within(1e-9 * Math.abs(total))));
        String text = session.run("hpcreport", path.toString()).out();
        assertThat(text.lines().filter(line -> line.matches("(\\w|/)+(-bound)?: .*")))
                .as(path + text)
                .isNotEmpty();
    }

    /// A row ends with its value, unit and share; its minor may have commas.
    private static void add(String line, Map<String, Double> totals, Map<String, Double> sums) {
        String[] words = line.split(",", -1);
        double value = Double.parseDouble(words[words.length - 3]);
        (words[1].equals("total") ? totals : sums).merge(words[0], value, Double::sum);
    }
}
