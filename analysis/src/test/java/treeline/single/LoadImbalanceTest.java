package treeline.single;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.numbers.Moments;
import treeline.table.Column;
import treeline.table.Table;

class LoadImbalanceTest {
    private static final Profile RUN =
            profileOf(
                    """
                    path        rank0  rank1  rank2  rank3
                    main            1      1      1      1
                    main/solve     10     10     10     50
                    main/write      8      -      -      -
                    main/none       0      0      0      0
                    """);

    private static LoadImbalance of(Threshold threshold) {
        return LoadImbalance.of(RUN, RUN.metrics().getFirst(), threshold);
    }

    @Test
    void imbalanceIsTheSlowestOverTheMeanAndBalanceItsInverse() {
        assertThat(of(Threshold.none()).table().toString())
                .isEqualTo(
                        """
                        path        activity     waiting  lost  imbalance  balance  mean  max  slowest  ran
                        main/solve  computation  false      30        2.5     0.40    20   50  rank 3     4
                        main/write  I/O          false       6        4.0     0.25     2    8  rank 0     1
                        main        computation  false       0        1.0     1.00     1    1  rank 0     4
                        """);
    }

    @Test
    void whatNobodyRanHasNoImbalance() {
        LoadImbalance imbalance = of(Threshold.none());
        assertThat(imbalance.spread(RUN.tree().at("main/none")).imbalance()).isNaN();
        assertThat(imbalance.nodes()).doesNotContain(RUN.tree().at("main/none"));
    }

    /// Hatchet's text says an absolute value and its code takes a share of the largest.
    @Test
    void aThresholdSaysWhetherItIsAShareOrAValue() {
        assertThat(of(new Threshold.ShareOfLargest(0.16)).nodes()).hasSize(2);
        assertThat(of(new Threshold.ShareOfLargest(0.17)).nodes()).hasSize(1);
        assertThat(of(new Threshold.Absolute(8)).nodes()).hasSize(2);
        assertThat(of(new Threshold.Absolute(0.16)).nodes()).hasSize(2);
        assertThat(of(new Threshold.Absolute(0.16)).belowFloor()).isEqualTo(1);
        assertThat(of(Threshold.none()).nodes()).hasSize(3);
    }

    @Test
    void aThresholdIsANumberOfItsKind() {
        assertThatThrownBy(() -> new Threshold.ShareOfLargest(5))
                .hasMessage("a share must be from 0 to 1, found 5.0");
        assertThatThrownBy(() -> new Threshold.Absolute(Double.NaN))
                .hasMessage("a threshold must not be NaN");
    }

    @Test
    void verboseSaysWhichRanksAreSlowAndHowTheySpread() {
        Table table = of(new Threshold.Absolute(8)).verboseTable();
        assertThat(table.toString())
                .isEqualTo(
                        """
                        path        activity     waiting  lost  imbalance  balance  mean  max  slowest  ran  slowest_five                    p0  p25  p50  p75  p100  histogram
                        main/solve  computation  false      30        2.5     0.40    20   50  rank 3     4  rank 3, rank 0, rank 1, rank 2  10   10   10   20    50  3 0 0 0 0 0 0 0 0 1
                        main/write  I/O          false       6        4.0     0.25     2    8  rank 0     1  rank 0, rank 1, rank 2, rank 3   0    0    0    2     8  3 0 0 0 0 0 0 0 0 1
                        """);
    }

    @Test
    void workComesBeforeWaitsAndMostLostFirst() {
        Profile run =
                profileOf(
                        """
                        path             rank0  rank1
                        main                 1      1
                        main/a               2      4
                        main/b              10     14
                        main/MPI_Waitall    90     10
                        """);
        LoadImbalance imbalance = LoadImbalance.of(run, run.metrics().getFirst(), Threshold.none());
        assertThat(imbalance.table().column("path").text(0)).isEqualTo("main/b");
        assertThat(imbalance.nodes())
                .containsExactly(
                        run.tree().at("main/b"),
                        run.tree().at("main/a"),
                        run.tree().at("main"),
                        run.tree().at("main/MPI_Waitall"));
    }

    @Test
    void repetitionsAreOneRankAndThreadsAreAddedUp() {
        Profile run =
                profileOf(
                        """
                        path  rank0thread0rep0  rank0thread1rep0  rank0thread0rep1  rank1thread0rep0
                        main                 1                 3                 4                12
                        """);
        Moments spread =
                LoadImbalance.of(run, run.metrics().getFirst(), Threshold.none()).spread(0);
        assertThat(spread.mean()).isEqualTo(8);
        assertThat(spread.max()).isEqualTo(12);
        assertThat(spread.lost()).isEqualTo(4);
    }

    @Test
    void aValueOnAnEdgeBelongsToTheBinBelow() {
        Distribution spread = Distribution.of(new double[] {0, 1, 1.5, 2, 10});
        assertThat(spread.histogram().toArray()).containsExactly(2, 2, 0, 0, 0, 0, 0, 0, 0, 1);
    }

    @Test
    void equalValuesAreInTheFirstBin() {
        Distribution spread = Distribution.of(new double[] {3, 3, 3});
        assertThat(spread.histogram().toArray()).containsExactly(3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(spread.percentiles().toArray()).containsExactly(3, 3, 3, 3, 3);
    }

    @Test
    void theFiveSlowestAreNamedLargestFirst() {
        assertThat(Distribution.of(new double[] {1, 7, 3, 9, 2, 8, 4}).slowest().toArray())
                .containsExactly(3, 5, 1, 6, 2);
        assertThat(Distribution.of(new double[] {1, 2}).slowest().toArray()).containsExactly(1, 0);
    }

    @Test
    void equalSpreadsAreEqualAndStayAsTheyAre() {
        Distribution spread = Distribution.of(new double[] {1, 2});
        spread.histogram().toArray()[0] = 99;
        assertThat(spread).isEqualTo(Distribution.of(new double[] {1, 2}));
    }

    @Test
    void nothingSpreadsNowhere() {
        Distribution nothing = Distribution.of(new double[0]);
        assertThat(nothing.slowest().toArray()).isEmpty();
        assertThat(nothing.histogram().toArray()).containsOnly(0);
        assertThat(nothing.percentiles().toArray()).containsOnly(Double.NaN);
    }

    @Test
    void anEmptyProfileHasNoImbalance() {
        var builder = new ProfileBuilder();
        var time = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);
        builder.metric(time);
        assertThat(LoadImbalance.of(builder.build(), time, Threshold.none()).table().rows())
                .isZero();
    }

    @Test
    void aNodeSaysWhetherItWaits() {
        Profile run = profileOf("path rank0 rank1\nsolve 2 4\nMPI_Wait 9 7\n");
        Metric time = run.metrics().getFirst();
        LoadImbalance imbalance = LoadImbalance.of(run, time, Threshold.none());
        assertThat(imbalance.isWaiting(0)).isFalse();
        assertThat(imbalance.isWaiting(1)).isTrue();
        assertThat(imbalance.table().column("waiting"))
                .isEqualTo(Column.flag("waiting", false, true));
        assertThat(imbalance.metric()).isEqualTo(time);
        assertThat(imbalance.places().counted()).isEqualTo("2 ranks");
    }

    @Test
    void threadsThatDidNotRunANodeAreNotInItsDistribution() {
        Profile run = profileOf("path thread0 thread1 thread2\nmain 1 1 1\nmain/work - 2 6\n");
        LoadImbalance imbalance = LoadImbalance.of(run, run.metrics().getFirst(), Threshold.none());
        Distribution work = imbalance.distribution(1);
        assertThat(work.percentiles().toArray()).containsExactly(2, 3, 4, 5, 6);
        assertThat(work.slowest().toArray()).containsExactly(2, 1);
        assertThat(work.histogram().toArray()).containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 0, 1);
    }
}
