package treeline.view;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.testkit.RandomProfiles;
import treeline.transform.Scopes;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

class RankValuesTest {
    private final Profile profile =
            profileOf(
                    """
                    path          rank0  rank1  rank2  rank3
                    main              1      1      1      1
                    main/solve        2      2      2     20
                    main/solve/x      1      -      1      1
                    main/write        4      -      -      -
                    """);
    private final MetricValues values = MetricValues.of(profile, "time");

    private int node(String path) {
        return profile.tree().at(path);
    }

    @Test
    void aContextThatDidNotRunANodeHasNoValueAndCountsAsZero() {
        RankValues write = RankValues.of(values, Scope.INCLUSIVE, new int[] {node("main/write")});
        assertThat(write.value()).containsExactly(4, Double.NaN, Double.NaN, Double.NaN);
        assertThat(write.present()).isEqualTo(1);
        assertThat(write.mean()).isEqualTo(1);
        assertThat(write.median()).isZero();
        assertThat(write.min()).isZero();
        assertThat(write.imbalance()).isEqualTo(4);
        assertThat(write.deviation()).isEqualTo(Math.sqrt(3));
    }

    @Test
    void inclusiveValuesAreSummedOverTheSubtree() {
        int[] solve = {node("main/solve")};
        assertThat(RankValues.of(values, Scope.INCLUSIVE, solve).value())
                .containsExactly(3, 2, 3, 21);
        assertThat(RankValues.of(values, Scope.EXCLUSIVE, solve).value())
                .containsExactly(2, 2, 2, 20);
    }

    @Test
    void severalNodesAreAddedUp() {
        int[] both = {node("main/solve"), node("main/write")};
        assertThat(RankValues.of(values, Scope.INCLUSIVE, both).value())
                .containsExactly(7, 2, 3, 21);
    }

    @Test
    void ranksFarAboveTheOthersStandOut() {
        RankValues solve = RankValues.of(values, Scope.EXCLUSIVE, new int[] {node("main/solve")});
        assertThat(solve.outliers()).containsExactly(3);
        assertThat(solve.max()).isEqualTo(20);
        assertThat(solve.period()).isEmpty();
    }

    /// The sums of the pass over contexts are those of the column that an analysis computes.
    @Test
    void sumsAreThoseOfTheOtherScope() {
        for (int seed = 0; seed < 30; seed++) {
            Profile random = RandomProfiles.of(seed);
            for (var metric : random.metrics()) {
                if (metric.scope() == Scope.POINT) continue;
                if (!random.values().metric(metric.name()).equals(metric)) continue;
                MetricValues all = MetricValues.of(random, metric.name());
                MetricColumn exclusive = Scopes.column(random, metric, Scope.EXCLUSIVE);
                for (int node = 0; node < random.tree().size(); node++) {
                    double[] shown = RankValues.of(all, Scope.EXCLUSIVE, new int[] {node}).value();
                    for (int context = 0; context < shown.length; context++) {
                        double wanted = exclusive.at(context, node);
                        if (Double.isNaN(wanted)) assertThat(shown[context]).isNaN();
                        else assertThat(shown[context]).isEqualTo(wanted);
                    }
                }
            }
        }
    }

    private static Profile ranks(int count, java.util.function.IntToDoubleFunction time) {
        String heads =
                IntStream.range(0, count)
                        .mapToObj(i -> "rank" + i)
                        .collect(Collectors.joining(" "));
        String cells =
                IntStream.range(0, count)
                        .mapToObj(i -> Double.toString(time.applyAsDouble(i)))
                        .collect(Collectors.joining(" "));
        return profileOf("path %s\nmain %s\n".formatted(heads, cells));
    }

    private static RankValues ofMain(Profile profile) {
        return RankValues.of(MetricValues.of(profile, "time"), Scope.INCLUSIVE, new int[] {0});
    }

    @Test
    void everyEighthRankBeingSlowIsAPeriod() {
        RankPeriod period =
                ofMain(ranks(64, rank -> (rank % 8 == 3 ? 2 : 1) + (rank * 7 % 5) * 0.01))
                        .period()
                        .orElseThrow();
        assertThat(period.every()).isEqualTo(8);
        assertThat(period.offset()).isEqualTo(3);
        assertThat(period.share()).isBetween(0.99, 1.0);
    }

    @Test
    void noiseAndSingleSlowRanksAreNoPeriod() {
        var random = new java.util.SplittableRandom(1);
        double[] noise = random.doubles(64).toArray();
        assertThat(ofMain(ranks(64, rank -> noise[rank])).period()).isEmpty();
        assertThat(ofMain(ranks(64, rank -> rank == 9 ? 50 : 1)).period()).isEmpty();
        assertThat(ofMain(ranks(64, _ -> 1)).period()).isEmpty();
    }
}
