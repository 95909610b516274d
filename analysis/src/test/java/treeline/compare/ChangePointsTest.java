package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Unit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

class ChangePointsTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.INCLUSIVE);

    @Test
    void aHistoryWithoutAChangeIsCutAboutOnceInAHundred() {
        int cut = 0;
        for (int seed = 0; seed < 500; seed++)
            if (!changes(noisy(40, seed, _ -> 10)).isEmpty()) cut++;
        assertThat(cut).isBetween(0, 10);
    }

    @Test
    void skewedNoiseIsNoChangeEither() {
        int cut = 0;
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            double[] values =
                    IntStream.range(0, 60)
                            .mapToDouble(_ -> 10 * Math.exp(0.2 * random.nextGaussian()))
                            .toArray();
            if (!changes(values).isEmpty()) cut++;
        }
        assertThat(cut).isLessThan(10);
    }

    @Test
    void oneStepIsFoundAtItsRun() {
        int exactly = 0;
        for (int seed = 0; seed < 50; seed++) {
            List<Integer> found = changes(noisy(50, seed, i -> i < 30 ? 10 : 11));
            assertThat(found).as("seed %d", seed).contains(30);
            if (found.size() == 1) exactly++;
        }
        assertThat(exactly).isGreaterThan(45); // one in a hundred of each stretch is cut again
    }

    @Test
    void twoStepsAreFoundInEitherDirection() {
        assertThat(changes(noisy(60, 1, i -> i < 20 ? 10 : i < 40 ? 11 : 12)))
                .containsExactly(20, 40);
        assertThat(changes(noisy(60, 1, i -> i < 20 || i >= 40 ? 10 : 11))).containsExactly(20, 40);
    }

    @Test
    void aStepIsFoundWithItsSecondRun() {
        assertThat(changes(noisy(40, 3, i -> i < 38 ? 10 : 12))).containsExactly(38);
        assertThat(changes(noisy(40, 3, i -> i < 39 ? 10 : 12))).isEmpty();
    }

    @Test
    void twoSlowRunsInTheMiddleAreNoChange() {
        assertThat(changes(noisy(40, 3, i -> i == 20 || i == 21 ? 12 : 10))).isEmpty();
    }

    @Test
    void aSlowdownThatWasFixedHasTwoChanges() {
        for (int length : List.of(4, 5, 12, 20))
            assertThat(changes(noisy(40, 3, i -> i >= 15 && i < 15 + length ? 12 : 10)))
                    .containsExactly(15, 15 + length);
    }

    /// All three parts of a history with a bump are searched again.
    @Test
    void aStepAfterASlowdownIsFound() {
        assertThat(changes(noisy(80, 3, i -> i < 30 ? 10 : i < 50 ? 14 : i < 65 ? 10 : 11)))
                .containsExactly(30, 50, 65);
        assertThat(changes(noisy(80, 3, i -> i < 15 ? 11 : i < 30 ? 10 : i < 50 ? 14 : 10)))
                .containsExactly(15, 30, 50);
    }

    /// Long histories are searched at fewer places, and name the same builds.
    @Test
    void aSlowdownInALongHistoryIsFoundAtItsBuilds() {
        for (int length : List.of(5, 17, 100, 500, 900))
            assertThat(changes(noisy(1000, 3, i -> i >= 71 && i < 71 + length ? 11 : 10)))
                    .contains(71, 71 + length);
    }

    @Test
    void aDriftIsSeveralSteps() {
        Trend trend = trend(noisy(100, 1, i -> 10 + 0.05 * i));
        assertThat(trend.changes()).hasSizeGreaterThan(2);
        assertThat(trend.changes()).allMatch(change -> change.ratio() > 1);
    }

    @Test
    void outliersAreNoChangeAndNoLevel() {
        for (int at : List.of(0, 20, 38, 39)) {
            double[] values = noisy(40, 5, _ -> 10);
            values[at] = 100;
            Trend trend = trend(values);
            assertThat(trend.changes()).isEmpty();
            assertThat(trend.segments().getFirst().mean()).isCloseTo(10, within(0.1));
            assertThat(trend.segments().getFirst().from()).isZero();
            assertThat(trend.builds()).isEqualTo(40);
        }
    }

    @Test
    void anOutlierDoesNotHideAStep() {
        double[] values = noisy(40, 5, i -> i < 20 ? 10 : 11);
        values[5] = 1000;
        assertThat(changes(values)).containsExactly(20);
    }

    @Test
    void aChangeIsNamedByARunOfTheNewLevel() {
        double[] values = noisy(40, 5, i -> i < 20 ? 10 : 11);
        values[20] = 1000;
        assertThat(changes(values)).containsExactly(21);
        assertThat(trend(values).segments())
                .extracting(Trend.Segment::end, Trend.Segment::aside)
                .containsExactly(tuple(21, 1), tuple(40, 0));
        values[20] = 11;
        values[19] = 1000;
        assertThat(changes(values)).containsExactly(20);
    }

    @Test
    void countsWithoutAnyNoiseChangeWhereTheyChange() {
        double[] values = new double[30];
        Arrays.setAll(values, i -> i < 12 ? 100 : 101);
        Trend trend = trend(values);
        assertThat(trend.changes()).extracting(Trend.Change::at).containsExactly(12);
        assertThat(trend.segments())
                .containsExactly(
                        new Trend.Segment(0, 12, 12, 0, 100, 0),
                        new Trend.Segment(12, 30, 18, 0, 101, 0));
        assertThat(trend.changes().getFirst().p()).isBetween(1 / 1000.0, 0.01);
        assertThat(trend.changes().getFirst().ratio()).isEqualTo(101 / 100.0);
    }

    @Test
    void aConstantHasNoChange() {
        assertThat(changes(new double[50])).isEmpty();
        double[] tenths = new double[50];
        Arrays.fill(tenths, 0.1);
        assertThat(changes(tenths)).isEmpty();
    }

    @Test
    void fewRunsHaveOneSegment() {
        for (int runs = 1; runs < 4; runs++) {
            double[] values = IntStream.range(0, runs).mapToDouble(i -> i * i).toArray();
            assertThat(trend(values).segments()).hasSize(1);
        }
        assertThat(trend(new double[0]).segments()).isEmpty();
        assertThat(trend(new double[] {3}).segments().getFirst().deviation()).isNaN();
    }

    @Test
    void theSameHistoryGivesTheSameAnswer() {
        double[] values = noisy(200, 9, i -> 10 + i / 50);
        assertThat(trend(values)).isEqualTo(trend(values));
    }

    @Test
    void whatIsNoNumberIsRefused() {
        assertThatThrownBy(() -> ChangePoints.of(new double[] {1, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected finite values in a history, found NaN");
    }

    /// Runs of a build that are spread over time belong together, and no change is within a build.
    @Test
    void changesFallBetweenBuilds() {
        var random = new Random(3);
        List<Trend.Point> points = new ArrayList<>();
        for (int run = 0; run < 100; run++) {
            int build = run < 95 ? run / 5 : 7; // the newest five runs repeat an old build
            points.add(
                    new Trend.Point(
                            "run" + run,
                            Instant.ofEpochSecond(run),
                            "main",
                            "c" + build,
                            (build < 11 ? 10 : 11) + 0.1 * random.nextGaussian()));
        }
        Trend trend = Trend.of(Trend.TOTAL, TIME, points);
        assertThat(trend.builds()).isEqualTo(19);
        assertThat(trend.points().get(40).run()).isEqualTo("run95");
        assertThat(trend.changes())
                .extracting(Trend.Change::at, Trend.Change::build)
                .containsExactly(tuple(60, 11));
        assertThat(trend.points().get(60).commit()).isEqualTo("c11");
        assertThat(trend.segments())
                .extracting(Trend.Segment::builds, Trend.Segment::size)
                .containsExactly(tuple(11, 60), tuple(8, 40));
    }

    /// The whole difference is between builds: no run of them is a change.
    @Test
    void buildsThatDifferAtRandomAreNoChange() {
        int cut = 0;
        for (int seed = 0; seed < 100; seed++) {
            var random = new Random(seed);
            List<Trend.Point> points = new ArrayList<>();
            for (int build = 0; build < 20; build++) {
                double level = 10 + 0.2 * random.nextGaussian();
                for (int run = 0; run < 5; run++)
                    points.add(
                            new Trend.Point(
                                    build + "." + run,
                                    Instant.EPOCH,
                                    "main",
                                    "c" + build,
                                    level + 0.05 * random.nextGaussian()));
            }
            if (!Trend.of(Trend.TOTAL, TIME, points).changes().isEmpty()) cut++;
        }
        assertThat(cut).isLessThan(5);
    }

    private static double[] noisy(int runs, long seed, IntToDoubleFunction level) {
        var random = new Random(seed);
        return IntStream.range(0, runs)
                .mapToDouble(i -> level.applyAsDouble(i) + 0.1 * random.nextGaussian())
                .toArray();
    }

    private static List<Integer> changes(double[] values) {
        return trend(values).changes().stream().map(Trend.Change::at).toList();
    }

    private static Trend trend(double[] values) {
        return Trend.of(
                Trend.TOTAL,
                TIME,
                IntStream.range(0, values.length)
                        .mapToObj(
                                i ->
                                        new Trend.Point(
                                                "run" + i,
                                                Instant.ofEpochSecond(i),
                                                "main",
                                                "c" + i,
                                                values[i]))
                        .toList());
    }
}
