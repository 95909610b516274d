package treeline.ensemble.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.model.Outline;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

class RunDifferencesTest {
    private static Outline run(Metadata metadata) {
        return profileOf("path whole\nmain 1\n").outline().withMetadata(metadata);
    }

    private static RunDifferences ofSizes(int... sizes) {
        return RunDifferences.of(
                Arrays.stream(sizes)
                        .mapToObj(size -> run(Metadata.NONE.with("jobsize", size)))
                        .toList());
    }

    @Test
    void runsWithDifferentSizesAreNotRepetitions() {
        RunDifferences runs = ofSizes(343, 8, 8, 27);
        assertThat(runs.areRepetitions()).isFalse();
        assertThat(runs.text())
                .isEqualTo("4 runs with different jobsize (8..343): not repetitions");
        assertThat(runs.of(1)).isEqualTo("jobsize 8");
        assertThat(runs.order()).containsExactly(1, 2, 3, 0);
    }

    /// A scaling series has another size in every run.
    @Test
    void aSizeOfItsOwnForEveryRunIsASetting() {
        assertThat(ofSizes(IntStream.range(1, 20).toArray()).areRepetitions()).isFalse();
        assertThat(ofSizes(8, 8, 8).areRepetitions()).isTrue();
        assertThat(ofSizes(8, 8, 8).text()).isEmpty();
        assertThat(ofSizes(8, 8, 8).of(0)).isEmpty();
    }

    @Test
    void datesIdsAndFactsAboutTheRecorderDifferAnyway() {
        List<Outline> runs =
                IntStream.range(0, 3)
                        .mapToObj(
                                i ->
                                        run(
                                                Metadata.NONE
                                                        .with("launchdate", 1692300551 + i)
                                                        .with("jobid", 77 + i)
                                                        .with("recorder.files", 1 + i)
                                                        .with("ranks", 4)))
                        .toList();
        assertThat(RunDifferences.of(runs).areRepetitions()).isTrue();
    }

    @Test
    void rankAndThreadCountsOfTheContextsCount() {
        assertThat(
                        RunDifferences.of(
                                        List.of(
                                                profileOf("path rank0 rank1\nmain 1 1\n").outline(),
                                                profileOf("path rank0\nmain 1\n").outline()))
                                .text())
                .isEqualTo("2 runs with different ranks (1..2): not repetitions");
    }
}
