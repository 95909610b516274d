package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Profile;

class OutlierContextsTest {

    @Test
    void ranksThatAreSlowTogetherComeFirst() {
        Profile run =
                profileOf(
                        """
                        path        rank0  rank1  rank2  rank3  rank4  rank5
                        main            1      1      1      1      1      1
                        main/solve     10     10     11     10     30     10
                        main/mpi        2      2      2      2      9      2
                        main/write     16      -      -      -      -      -
                        """);
        OutlierContexts outliers = OutlierContexts.of(run, run.metrics().getFirst());
        assertThat(outliers.table().toString())
                .isEqualTo(
                        """
                        context  nodes  excess  worst
                        rank 4       2      27  main/solve
                        rank 0       1      16  main/write
                        """);
        assertThat(outliers.nodes(4)).isEqualTo(2);
        assertThat(outliers.excess(4)).isEqualTo(27);
        assertThat(outliers.nodes(1)).isZero();
    }

    @Test
    void threeContextsAreTooFewToStandOut() {
        Profile run = profileOf("path rank0 rank1 rank2\nmain 1 1 90\n");
        assertThat(OutlierContexts.of(run, run.metrics().getFirst()).table().rows()).isZero();
    }
}
