package treeline.scaling.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import static treeline.scaling.search.DrawnPoints.design;
import static treeline.scaling.search.DrawnPoints.points;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The predictive distribution against [SequentialModelAverage].
class PosteriorPredictiveTest {
    private static final String GROWING = "1=10.2 2=11.9 4=15.3 8=20.6 16=31.5 32=55.1";
    private static final String FALLING = "2=101 4=52.3 8=27.4 16=14.1 32=8.9 64=5.5 128=4.6";
    private static final String STEEP_FIRST = "1=1.04 2=5.1 4=9.6 8=14.7 16=18.9";
    private static final String CUBIC = "1=1.1 2=1.9 4=11.2 8=64 16=441";
    private static final String BELOW_ZERO = "1=-3.1 2=-5.2 4=-8.8 8=-17.9 16=-34 32=-69";
    private static final String ONE_BELOW_ZERO = "1=4 2=-0.1 3=5 4=5.5 5=5.1 6=5.2";
    private static final String FROM_ZERO = "0=0 1=1.1 2=3.9 3=9.3 4=15.8 5=25.6 6=35.7";
    private static final String NEARLY_NOTHING = "1=1e-9 2=3.1 4=5.2 8=8.8 16=17.1 32=33";
    private static final String BELOW_ONE = "0.25=1.9 0.5=2.1 0.75=2.45 1=2.6 1.25=3.05 1.5=3.1";

    /// Repetitions scatter like the points, more, by a third and by far less than they.
    private static final String REPEATED =
            "1=9.9,10.5 2=11.9,12.3 4=15.3,14.7 8=20.6,21 16=32,31.5";

    private static final String SCATTERED =
            "1=9,11,10 2=13,11,12 4=14,16,15.3 8=22,19,21 16=30,33,31";
    private static final String LESS =
            "1=10.2,10.4 2=11.5,11.7 4=15.6,15.3 8=20.2,20.6 16=32.8,33.4";
    private static final String HARDLY =
            "1=10.2,10.21 2=11,11.01 4=16,16.01 8=20,20.01 16=33,33.02";

    /// Three terms go through all points.
    private static final String THREE = "1=11 2=13.1 4=16.2";

    private static final String LOG_FROM_BELOW_ZERO = "2=1.04 4=5.1 8=9.6 16=14.7 32=18.9";
    private static final String MEAN_OF_ZERO = "1=-3 2=0.375 4=1.25 8=0.5 16=0.875";
    private static final String FIRST_NOTHING = "1=0 2=1.1 4=1.93 8=3.2 16=3.8";

    private static final String ONCE_REPEATED = "1=9.9,10.5 2=11.9 4=15.3 8=20.6 16=32";

    @ParameterizedTest
    @ValueSource(
            strings = {
                GROWING,
                FALLING,
                STEEP_FIRST,
                CUBIC,
                BELOW_ZERO,
                ONE_BELOW_ZERO,
                FROM_ZERO,
                NEARLY_NOTHING,
                BELOW_ONE,
                REPEATED,
                SCATTERED,
                LESS,
                HARDLY,
                ONCE_REPEATED,
                THREE,
                LOG_FROM_BELOW_ZERO,
                MEAN_OF_ZERO,
                FIRST_NOTHING
            })
    void allModelsPredictTogetherAsLikelyAsTheyPredictedThePointsOneByOne(String drawn) {
        Points points = points(drawn);
        ExperimentDesign design = design(points);
        assertSame(
                PosteriorPredictive.of(points, design),
                new SequentialModelAverage(design.hypotheses(0), points),
                points);
    }

    private static final String GRID =
            """
            2;10=7.1 4;10=8.2 8;10=9.1 16;10=10.2 32;10=10.8
            2;20=12.3 4;20=14.1 8;20=16.5 16;20=17.9 32;20=20.4
            2;30=17 4;30=20.6 8;30=23.3 16;30=26.9 32;30=29.2
            2;40=22.5 4;40=26.2 8;40=31 16;40=35.3 32;40=38.4
            2;50=26.8 4;50=32.9 8;50=37.5 16;50=43.6 32;50=47.7
            """;

    /// Perfect scaling with ranks, which larger problems approach.
    private static final String FALLING_GRID =
            """
            2;10=51 4;10=26.2 8;10=13.1 16;10=8.2 32;10=4.8
            2;20=99 4;20=51.1 8;20=26.5 16;20=13.9 32;20=8.4
            2;30=153 4;30=74.6 8;30=38.3 16;30=20.9 32;30=11.2
            2;40=199 4;40=102 8;40=51 16;40=27.3 32;40=14.4
            2;50=252 4;50=127 8;50=65.5 16;50=33.6 32;50=18.7
            """;

    /// Near 50 + 3 log2(p) + q / 2: the constant is in most likely sums.
    private static final String LEVEL_GRID =
            """
            2;10=58.1 4;10=61.3 8;10=63.8 16;10=67.4 32;10=69.7
            2;20=62.7 4;20=66.4 8;20=69.2 16;20=71.6 32;20=75.3
            2;30=68.4 4;30=70.7 8;30=74.1 16;30=77.3 32;30=79.6
            2;40=72.8 4;40=76.3 8;40=78.7 16;40=82.2 32;40=85.4
            2;50=78.2 4;50=80.8 8;50=84.3 16;50=86.7 32;50=90.3
            """;

    /// First the terms that are most likely along each parameter, then all their products and sums.
    @ParameterizedTest
    @ValueSource(strings = {GRID, FALLING_GRID, LEVEL_GRID})
    void modelsOfTwoParametersHaveTheLikelyTermsOfEach(String drawn) {
        Points points = points(drawn);
        ExperimentDesign design = design(points);
        List<List<Exponents>> likely =
                IntStream.range(0, 2)
                        .mapToObj(
                                each ->
                                        new SequentialModelAverage(
                                                        design.hypotheses(each),
                                                        design.along(points, each))
                                                .mostLikely(5))
                        .toList();
        assertSame(
                PosteriorPredictive.of(points, design),
                new SequentialModelAverage(
                        CandidateModels.ofSeveral(points, likely, TermCombinations.of(2, 5)),
                        points),
                points);
    }

    /// At, within and beyond the points, from far below to far above each measured value.
    private static void assertSame(
            PosteriorPredictive found, SequentialModelAverage expected, Points points) {
        for (double times : new double[] {0.75, 1, 4}) {
            double[] at = points.at(points.size() - 1).clone();
            for (int each = 0; each < at.length; each++) at[each] *= times;
            StudentMixture mixture = found.at(at);
            for (double share : new double[] {0.01, 0.3, 0.5, 0.8, 0.99}) {
                double value = mixture.quantile(share);
                assertThat(expected.probability(value, at))
                        .as("times %s, share %s", times, share)
                        .isCloseTo(share, within(1e-6));
            }
        }
    }

    @Test
    void pointsOnAFunctionLeaveNoDoubt() {
        Points points = points("1=3 2=5 4=9 8=17 16=33 32=65");
        StudentMixture mixture = PosteriorPredictive.of(points, design(points)).at(128);
        assertThat(mixture.quantile(0.0001)).isCloseTo(257, within(1e-9));
        assertThat(mixture.quantile(0.9999)).isCloseTo(257, within(1e-9));
    }

    /// The likelihood of an exact fit grows with each point, here to more than a double holds.
    @Test
    void manyPointsOnAFunctionLeaveNoDoubt() {
        String drawn =
                IntStream.rangeClosed(1, 40)
                        .mapToObj(p -> "%d=%d".formatted(p, 1 + 2 * p))
                        .collect(Collectors.joining(" "));
        Points points = points(drawn);
        StudentMixture mixture = PosteriorPredictive.of(points, design(points)).at(128);
        assertThat(mixture.probability(256.999)).isCloseTo(0, within(1e-6));
        assertThat(mixture.probability(257.001)).isCloseTo(1, within(1e-6));
    }

    /// 7e-15 apart from 1: the squares are 5e-28 together, less than 1e-28 a point.
    @Test
    void differencesOfRoundingAreNoScatter() {
        String drawn =
                IntStream.rangeClosed(1, 10)
                        .mapToObj(
                                p -> p + (p % 2 == 0 ? "=1.000000000000007" : "=0.999999999999993"))
                        .collect(Collectors.joining(" "));
        Points points = points(drawn);
        StudentMixture mixture = PosteriorPredictive.of(points, design(points)).at(4);
        assertThat(mixture.quantile(0.0001)).isEqualTo(mixture.quantile(0.9999));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1=0 2=0 4=0 8=0 16=0", "1=0,0 2=0,0 4=0,0 8=0,0 16=0,0"})
    void valuesThatAreAllZeroStayZero(String drawn) {
        Points points = points(drawn);
        StudentMixture mixture = PosteriorPredictive.of(points, design(points)).at(128);
        assertThat(mixture.quantile(0.025)).isZero();
        assertThat(mixture.quantile(0.975)).isZero();
    }
}
