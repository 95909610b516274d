package treeline.numbers;

import static org.assertj.core.api.Assertions.assertThat;

import static treeline.testkit.Drawing.profileOf;

import org.junit.jupiter.api.Test;

import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.transform.Reduction;

/// The worked examples of docs/reference/numbers.md, and the limits of each rule.
class NumbersTest {
    private static final double NOTHING = Double.NaN;

    private static Numbers of(String drawing) {
        Profile profile = profileOf(drawing);
        return Numbers.of(profile, profile.metrics().getFirst());
    }

    @Test
    void theMeanCountsRanksThatDidNotRunTheNodeAsZero() {
        Numbers numbers =
                of(
                        """
                        metric time s inclusive
                        path        rank0  rank1  rank2  rank3
                        main            8      8      8      8
                        main/solve      2      -      6      -
                        """);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(8, 2);
    }

    @Test
    void extremesAreOverTheSameRanksAsTheMean() {
        Numbers numbers =
                of(
                        """
                        metric time s inclusive
                        path        rank0  rank1  rank2
                        main            9      8      7
                        main/solve      2      -      6
                        """);
        assertThat(numbers.inclusive(Reduction.MIN)).containsExactly(7, 0);
        assertThat(numbers.inclusive(Reduction.MAX)).containsExactly(9, 6);
        assertThat(numbers.inclusive(Reduction.SUM)).containsExactly(24, 8);
    }

    @Test
    void threadsOfARankAreAddedUpAndTheStopwatchShowsTheLongest() {
        Numbers numbers =
                of(
                        """
                        metric time ms inclusive
                        path            rank0thread0  rank0thread1  rank0thread2
                        main                     135             -             -
                        main/step                134             -             -
                        main/step/work             -           120           118
                        """);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(373, 372, 238);
        assertThat(numbers.exclusive(Reduction.MEAN)).containsExactly(1, 134, 238);
        assertThat(numbers.elapsed(Reduction.MEAN).orElseThrow()).containsExactly(135, 134, 120);
        assertThat(numbers.elapsed(Reduction.SUM)).as("no stopwatch shows a sum").isEmpty();
        assertThat(numbers.population().text(Reduction.MEAN))
                .isEqualTo("rank 0, 3 threads added up");
    }

    @Test
    void streamsAreAddedUpAsThreadsAre() {
        Numbers numbers =
                of(
                        """
                        metric time s exclusive
                        path         rank0thread0  rank0stream7  rank1thread0
                        main                    1             -             3
                        main/kernel             -             4             -
                        """);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(4, 2);
        assertThat(numbers.elapsed(Reduction.MEAN).orElseThrow()).containsExactly(3.5, 2);
        assertThat(numbers.population().text(Reduction.MEAN))
                .isEqualTo("mean of 2 ranks, their 3 threads or streams added up");
    }

    @Test
    void repetitionsAreAveragedNeverSummed() {
        Numbers numbers =
                of(
                        """
                        metric time s inclusive
                        path        rank0rep0  rank0rep1  rank1rep0  rank1rep1
                        main               10         20         30         40
                        main/solve          4          8          -          4
                        """);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(25, 4);
        assertThat(numbers.inclusive(Reduction.SUM)).containsExactly(50, 8);
        assertThat(numbers.inclusive(Reduction.MAX)).containsExactly(35, 6);
        assertThat(numbers.population().text(Reduction.MEAN))
                .isEqualTo("mean of 2 ranks, 2 repetitions averaged");
    }

    @Test
    void aRepetitionThatDidNotHappenIsNoZero() {
        Numbers numbers =
                of(
                        """
                        metric time ms inclusive
                        path        rank0rep0  rank0rep1  rank0rep2
                        init              550          -          -
                        step                1          2          3
                        step/solve          1          -          2
                        """);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(550, 2, 1);
        assertThat(numbers.ofRepetitions(Scope.INCLUSIVE, 0))
                .containsExactly(550, NOTHING, NOTHING);
    }

    @Test
    void theStopwatchOfARepetitionIsItsLongestThread() {
        Numbers numbers =
                of(
                        """
                        metric time s exclusive
                        path  rank0thread0rep0  rank0thread1rep0  rank0thread0rep1  rank0thread2rep1
                        work                 2                 4                 6                 2
                        """);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(7);
        assertThat(numbers.elapsed(Reduction.MEAN).orElseThrow()).containsExactly(5);
    }

    @Test
    void withoutThreadsTheStopwatchShowsNothingElse() {
        assertThat(of("path rank0 rank1\nmain 1 2\n").elapsed(Reduction.MEAN)).isEmpty();
        assertThat(
                        of("metric calls - exclusive\npath thread0 thread1\nmain 1 2\n")
                                .elapsed(Reduction.MEAN))
                .isEmpty();
    }

    @Test
    void aCallerHoldsWhatWasCalledWhereItWasNotMeasuredItself() {
        Numbers numbers =
                of(
                        """
                        metric time s inclusive
                        path       rank0  rank1
                        all            -      -
                        all/a          3      -
                        all/a/deep     2      6
                        all/b          4      4
                        """);
        assertThat(numbers.inclusive(Reduction.SUM)).containsExactly(17, 9, 8, 8);
        assertThat(numbers.exclusive(Reduction.SUM)).containsExactly(NOTHING, 1, 8, 8);
    }

    @Test
    void theSlowestSubtreeIsThatOfOneRank() {
        Numbers numbers =
                of(
                        """
                        path     rank0  rank1
                        main         0      -
                        main/a       5      1
                        main/b       1      5
                        """);
        assertThat(numbers.inclusive(Reduction.MAX)).containsExactly(6, 5, 5);
        assertThat(numbers.inclusive(Reduction.MIN)).containsExactly(6, 1, 1);
    }

    @Test
    void readingsAreOverThoseWhoTookThemAndTheLargestOfARanksThreads() {
        Numbers numbers =
                of(
                        """
                        metric rss B point
                        path    rank0thread0  rank0thread1  rank1thread0
                        main              10            30             -
                        main/a            50            40            20
                        """);
        assertThat(numbers.inclusive(Reduction.MAX)).containsExactly(30, 50);
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(30, 35);
        assertThat(numbers.inclusive(Reduction.MIN)).containsExactly(30, 20);
        assertThat(numbers.elapsed(Reduction.MEAN)).isEmpty();
        assertThat(numbers.population().textOfReadings(Reduction.MAX))
                .isEqualTo("max of 2 ranks, their 3 threads of which the largest counts");
    }

    @Test
    void whatNobodyMeasuredStaysUnknown() {
        Numbers numbers = of("path whole\nmain 1\nmain/a -\n");
        for (Reduction over : Reduction.values())
            assertThat(numbers.inclusive(over)).containsExactly(1, NOTHING);
    }

    @Test
    void placesAreRanksOrTheThreadsOfTheOnlyRank() {
        Numbers ranks =
                of(
                        """
                        path  rank0thread0  rank0thread1  rank1thread0
                        main             1             2             8
                        """);
        Locations places = Locations.defaultFor(ranks.profile().outline());
        assertThat(places.counted()).isEqualTo("2 ranks");
        assertThat(ranks.ofPlaces(places, Scope.INCLUSIVE, new int[] {0})).containsExactly(3, 8);
        Numbers threads = of("path rank0thread0 rank0thread1\nmain 1 2\n");
        places = Locations.defaultFor(threads.profile().outline());
        assertThat(places.name(1)).isEqualTo("thread 1");
        assertThat(threads.ofPlaces(places, Scope.INCLUSIVE, new int[] {0})).containsExactly(1, 2);
    }

    @Test
    void imbalanceAmongThreadsIsAmongThoseThatRanTheNode() {
        Numbers numbers =
                of(
                        """
                        metric time s exclusive
                        path       rank0thread0  rank0thread1  rank0thread2
                        main                  9             -             -
                        main/work             -             1             3
                        """);
        assertThat(numbers.imbalance(Scope.EXCLUSIVE)).containsExactly(1, 1.5);
    }

    @Test
    void threadsThatAreOthersInEveryRepetitionAreNotCompared() {
        Numbers pool =
                of(
                        """
                        path  thread0rep0  thread1rep0  thread0rep1  thread2rep1
                        work           12           12           12           12
                        """);
        assertThat(pool.places().by()).isEqualTo(Locations.By.RANK);
        Numbers team =
                of(
                        """
                        path  thread0rep0  thread1rep0  thread0rep1  thread1rep1
                        work           12            6           12            6
                        """);
        assertThat(team.places().by()).isEqualTo(Locations.By.THREAD);
        assertThat(team.imbalance(Scope.EXCLUSIVE)).containsExactly(12.0 / 9);
    }

    @Test
    void severalRootsHaveNoElapsedTimeTogether() {
        Numbers one = of("path thread0 thread1\nmain 1 2\n");
        assertThat(one.ofOnlyRoot(one.elapsed(Reduction.MEAN).orElseThrow())).isEqualTo(2);
        Numbers two = of("path thread0 thread1\nmain 1 2\ninit 3 -\n");
        assertThat(two.ofOnlyRoot(two.elapsed(Reduction.MEAN).orElseThrow())).isNaN();
    }

    @Test
    void aProgramWithoutRanksIsOneProcess() {
        Numbers numbers = of("path thread0 thread1\nmain 1 3\n");
        assertThat(numbers.inclusive(Reduction.MEAN)).containsExactly(4);
        assertThat(numbers.population().text(Reduction.MEAN))
                .isEqualTo("whole program, 2 threads added up");
        assertThat(numbers.ranks().counted()).isEqualTo("1 process");
    }

    @Test
    void aRootThatNobodyRanDoesNotHideTheOther() {
        Numbers numbers = of("path thread0 thread1\nmain 1 2\ninit - -\n");
        assertThat(numbers.ofOnlyRoot(numbers.elapsed(Reduction.MEAN).orElseThrow())).isEqualTo(2);
    }

    @Test
    void largeAndSmallValuesOfThreadsAreAddedUpWithoutLoss() {
        Numbers numbers = of("path thread0 thread1 thread2 thread3\nmain 1 1e100 1 -1e100\n");
        assertThat(numbers.exclusive(Reduction.MEAN)).containsExactly(2);
        Numbers endless = of("path thread0 thread1\nmain Infinity 1\n");
        assertThat(endless.exclusive(Reduction.MEAN)).containsExactly(Double.POSITIVE_INFINITY);
    }

    @Test
    void theLargestOfNegativeSumsIsNegative() {
        Numbers numbers =
                of(
                        """
                        path     rank0  rank1  rank2
                        main        -1     -2     -3
                        main/a      -4     -1      -
                        """);
        assertThat(numbers.inclusive(Reduction.MAX)).containsExactly(-3, 0);
        assertThat(numbers.inclusive(Reduction.MIN)).containsExactly(-5, -4);
    }
}
