package treeline.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.numbers.Numbers;
import treeline.transform.Reduction;

import java.util.List;
import java.util.stream.Stream;

class MeanRunTest {
    private static Numbers mean(String metric, boolean combined, Profile... runs) {
        MeanRun mean = MeanRun.of(Stream.of(runs).map(Profile::outline).toList());
        MeanRun.Sum sum = combined ? mean.combined(metric) : mean.sum(metric);
        for (Profile run : runs) sum.add(Numbers.of(run, metric));
        return Numbers.of(sum.mean(), metric);
    }

    private static final Profile ONE =
            profileOf("path tag rank0 rank1\nmain - 1 3\nmain/solve COMP 4 6\n");
    private static final Profile OTHER =
            profileOf("path tag rank0 rank1\nmain - 3 5\nmain/write IO 2 -\n");

    @Test
    void aRunWithoutANodeCountsAsZero() {
        Numbers mean = mean("time", false, ONE, OTHER);
        assertThat(mean.exclusive(Reduction.MEAN)).containsExactly(3, 2.5, 0.5);
        assertThat(mean.exclusive(Reduction.MAX)).containsExactly(4, 3, 1);
        assertThat(mean.profile().contexts()).hasSize(2);
        assertThat(mean.profile().outline().label("tag", 2)).isEqualTo("IO");
    }

    @Test
    void everyRunCountsOnceWhateverItsRepetitionsAndRanks() {
        Profile repeated = profileOf("path rank0rep0 rank0rep1 rank0rep2\nmain 1 2 3\n");
        Profile single = profileOf("path rank0 rank1\nmain 6 10\n");
        MeanRun mean = MeanRun.of(List.of(repeated.outline(), single.outline()));
        assertThat(mean.hasRanks()).isFalse();
        assertThat(mean("time", false, repeated, single).inclusive(Reduction.MEAN))
                .containsExactly(5);
    }

    @Test
    void unitsAreConvertedAndMetricsThatSomeLackAreLeftOut() {
        Profile millis =
                profileOf(
                        """
                        metric time ms exclusive
                        path rank0
                        main 500

                        metric calls 1 exclusive
                        path rank0
                        main 2
                        """);
        Profile seconds = profileOf("path rank0\nmain 1.5\n");
        MeanRun mean = MeanRun.of(List.of(millis.outline(), seconds.outline()));
        assertThat(mean.outline().metrics()).extracting(Metric::name).containsOnly("time");
        assertThat(mean("time", false, millis, seconds).inclusive(Reduction.MEAN))
                .containsExactly(1000);
    }

    @Test
    void readingsAreAveragedOverTheRunsThatHaveOne() {
        Profile both = profileOf("metric mem B point\npath rank0 rank1\nmain 4 8\n");
        Profile first = profileOf("metric mem B point\npath rank0 rank1\nmain 10 -\n");
        assertThat(mean("mem", false, both, first).inclusive(Reduction.MAX)).containsExactly(8);
        assertThat(mean("mem", true, both, first).inclusive(Reduction.MEAN)).containsExactly(8);
    }

    @Test
    void metadataInWhichRunsAgreeStays() {
        Metadata old = Metadata.NONE.with("build", "old");
        MeanRun mean =
                MeanRun.of(
                        List.of(
                                ONE.withMetadata(old.with("size", 5)).outline(),
                                OTHER.withMetadata(old.with("size", 6)).outline()));
        assertThat(mean.outline().metadata()).isEqualTo(old);
        assertThatThrownBy(() -> MeanRun.of(List.of())).hasMessageContaining("at least one run");
    }
}
