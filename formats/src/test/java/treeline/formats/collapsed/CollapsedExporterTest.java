package treeline.formats.collapsed;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import treeline.model.Profile;
import treeline.testkit.RandomProfiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class CollapsedExporterTest {
    @TempDir Path folder;

    @Test
    void everyPathAndContextIsALineOfItsOwnTime() throws IOException {
        assertThat(
                        collapsed(
                                profileOf(
                                        """
                                        metric time s inclusive
                                        path        rank0  rank1
                                        main           10     12
                                        main/work       4      -
                                        """)))
                .isEqualTo(
                        """
                        rank 0;main 6000000000
                        rank 1;main 12000000000
                        rank 0;main;work 4000000000
                        """);
    }

    @Test
    void aSingleContextIsNoFrameAndNothingIsNotWritten() throws IOException {
        assertThat(collapsed(profileOf("path whole\na;b 1\na;b/c 0")))
                .isEqualTo("a:b 1000000000\n");
    }

    /// A line is a value: zeros, negative and infinite values have none.
    @Test
    void valuesWrittenAreLinesAndZerosAreNamed() throws IOException {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path   rank0  rank1  rank2
                        main       1      0      -
                        main/a  1e-10    -2      3
                        """);
        assertThat(collapsed(profile).lines()).hasSize(2);
        assertThat(new CollapsedExporter().valuesWritten(profile)).isEqualTo(2);
        assertThat(new CollapsedExporter().leavesOut(profile))
                .contains("values that are 0 or rounded to 0 (2)");
        assertThat(new CollapsedExporter().leavesOut(profileOf("path whole\na 1")))
                .noneMatch(line -> line.contains("0 or rounded"));
    }

    @Test
    void whatHasNoPlaceIsNamed() {
        Profile profile =
                profileOf(
                        """
                        metric time s exclusive
                        path        tag   rank0  rank1
                        main        -      -1.5     12
                        main/loop   COMP  1+2+3      -

                        metric mem B exclusive
                        path        rank0  rank1
                        main            5      -
                        """);
        assertThat(new CollapsedExporter().leavesOut(profile))
                .containsExactly(
                        "iterations: only sums are stored",
                        "other metrics (mem)",
                        "values that are negative or infinite",
                        "node labels (tag)",
                        "node kinds (region): all become functions",
                        "contexts as such: they become the first frames",
                        "names and units of metrics: values are time in nanoseconds");
    }

    @Test
    void everyLineOfEveryProfileIsAStackAndAWholeNumber() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            String text = collapsed(RandomProfiles.of(seed));
            if (!text.isEmpty())
                assertThat(text.split("\n")).as("seed " + seed).allMatch(l -> l.matches(".+ \\d+"));
        }
    }

    private String collapsed(Profile profile) throws IOException {
        Path file = folder.resolve("run.collapsed");
        new CollapsedExporter().export(profile, file);
        return Files.readString(file);
    }
}
