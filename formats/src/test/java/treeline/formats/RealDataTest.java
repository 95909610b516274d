package treeline.formats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.Slice;
import treeline.source.files.MalformedProfileException;
import treeline.testkit.ExclusiveLaw;
import treeline.testkit.TestData;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// All real profiles together: none contradicts itself without its report saying so.
class RealDataTest {
    private static final String CALLEES = "the callees of a node have more ";
    private static final String TOTALS = "the exclusive values of ";

    @Test
    void whatContradictsItselfIsNotedAndNothingElse() throws IOException {
        Path data = TestData.require("hatchet").getParent();
        List<Path> files;
        try (Stream<Path> all = Files.walk(data)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        List<String> contradictory = new ArrayList<>();
        int opened = 0;
        for (Path file : files) {
            if (!isProfile(file)) continue;
            opened++;
            try (ProfileSource source = Formats.all().open(file.toString())) {
                Profile profile = source.load(Slice.summed());
                if (isSmall(profile))
                    assertThat(notes(source.report()).isEmpty())
                            .as("%s: %s", file, source.report())
                            .isEqualTo(ExclusiveLaw.brokenBy(profile).isEmpty());
                for (String note : notes(source.report()))
                    contradictory.add(data.relativize(file) + ": " + note);
            }
        }
        assertThat(opened).isGreaterThan(200);
        assertThat(contradictory).noneMatch(note -> note.contains("negative"));
        assertThat(contradictory.stream().filter(note -> !note.contains("Max time/rank")))
                .containsExactlyInAnyOrder(
                        "caliper/formats/jacobi-p04-spot.cali: " + TOTALS + "Avg time/rank",
                        "caliper/formats/jacobi-p04-spot.cali: " + TOTALS + "Min time/rank",
                        "gpu/torch-train.json.gz: " + CALLEES + "time",
                        "hatchet/cprofile-hatchet-pstats/cprofile-cycle-py2.pstats: "
                                + TOTALS
                                + "time",
                        "hatchet/cprofile-hatchet-pstats/cprofile-cycle.pstats: " + TOTALS + "time",
                        "hatchet/gprof2dot-cpi/callgrind.dot.64042.0.1: " + TOTALS + "time",
                        "other/gprof2dot/callgrind.dot.64042.0.1: " + TOTALS + "time",
                        "tinyprof/parallel_io_mulResPre_20_512.csv: " + CALLEES + "time");
    }

    /// Small enough for the slow check.
    private static boolean isSmall(Profile profile) {
        return (long) profile.tree().size() * profile.contexts().size() * profile.metrics().size()
                < 100_000;
    }

    private static boolean isProfile(Path file) throws IOException {
        try (ProfileSource _ = Formats.all().open(file.toString())) {
            return true;
        } catch (MalformedProfileException notOne) {
            return false;
        }
    }

    private static List<String> notes(ReadReport report) {
        return report.entries().stream()
                .map(ReadReport.Entry::reason)
                .filter(
                        reason ->
                                reason.startsWith(CALLEES)
                                        || reason.startsWith("a node has a negative value of ")
                                        || reason.endsWith("do not add up to the inclusive ones"))
                .map(reason -> reason.replaceAll(" than the node$| do not add up.*$", ""))
                .toList();
    }
}
