package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import treeline.model.Metric;
import treeline.model.Unit;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

class ChangedNodesTest {
    private static final Metric TIME = new Metric("time", Unit.SECONDS, Metric.Scope.EXCLUSIVE);

    @Test
    void nodesAreListedWithTheBuildAndTheSizeOfTheirChanges() {
        Map<String, double[]> means = new LinkedHashMap<>();
        means.put("main/calm", noisy(1, _ -> 5));
        means.put("main/slower", noisy(2, build -> build < 30 ? 10 : 11));
        means.put("main/twice", noisy(3, build -> build < 20 ? 10 : build < 40 ? 12 : 15));
        means.put(Trend.TOTAL, noisy(4, build -> build < 30 ? 30 : 31));
        ChangedNodes found = found(means);
        assertThat(found.tested()).isEqualTo(4);
        assertThat(found.changedNodes()).isEqualTo(3);
        assertThat(found.changes())
                .extracting(change -> change.node() + " " + change.build())
                .containsExactly("(total) 30", "main/twice 40", "main/twice 20", "main/slower 30");
        ChangedNodes.Change slower = found.changes().getLast();
        assertThat(slower.ratio()).isCloseTo(1.1, within(0.01));
        assertThat(slower.adjusted()).isBetween(slower.p(), ChangePoints.LEVEL);
    }

    /// A speedup does not count, nor does a slowdown that starts before the newest builds.
    @Test
    void slowdownsOfTheNewestBuildsAreFound() {
        Map<String, double[]> means = new LinkedHashMap<>();
        means.put("main/slower", noisy(2, build -> build < 50 ? 10 : 11));
        means.put("main/faster", noisy(3, build -> build < 55 ? 12 : 10));
        ChangedNodes found = found(means);
        assertThat(found.changes()).hasSize(2);
        assertThat(found.slowdowns(60)).hasSize(1);
        assertThat(found.slowdowns(10)).hasSize(1);
        assertThat(found.slowdowns(9)).isEmpty();
        assertThat(found.slowdowns(Integer.MAX_VALUE)).hasSize(1);
    }

    @Test
    void aNodeThatSomeBuildsLackIsNumberedByTheBuildsOfAll() {
        double[] late = noisy(2, build -> build < 45 ? 10 : 11);
        Arrays.fill(late, 0, 20, Double.NaN);
        late[33] = Double.NaN;
        assertThat(found(Map.of("late", late)).changes())
                .extracting(ChangedNodes.Change::build)
                .containsExactly(45);
    }

    @Test
    void nodesOfFewBuildsAndConstantsAreNotListed() {
        double[] rare = noisy(2, build -> build < 56 ? 10 : 20);
        Arrays.fill(rare, 0, 51, Double.NaN);
        double[] constant = new double[60];
        Arrays.fill(constant, 0.1);
        ChangedNodes found = found(Map.of("rare", rare, "constant", constant));
        assertThat(found.changes()).isEmpty();
        assertThat(found.tested()).isEqualTo(1);
        assertThat(found(Map.of()).changes()).isEmpty();
    }

    @Test
    void aNodeOfTenBuildsIsTested() {
        double[] ten = noisy(2, build -> build < 55 ? 10 : 20);
        Arrays.fill(ten, 0, 50, Double.NaN);
        assertThat(found(Map.of("ten", ten)).tested()).isEqualTo(1);
        ten[50] = Double.NaN;
        assertThat(found(Map.of("nine", ten)).tested()).isZero();
    }

    @Test
    void theLargestDifferenceIsFirst() {
        Map<String, double[]> means = new LinkedHashMap<>();
        means.put("main/slower", noisy(2, build -> build < 30 ? 12 : 14));
        means.put("main/faster", noisy(3, build -> build < 30 ? 10 : 5));
        assertThat(found(means).changes())
                .extracting(ChangedNodes.Change::node)
                .containsExactly("main/faster", "main/slower");
    }

    private static ChangedNodes found(Map<String, double[]> means) {
        List<ChangedNodes.Build> builds =
                IntStream.range(0, 60)
                        .mapToObj(
                                build ->
                                        new ChangedNodes.Build(
                                                "c" + build, Instant.ofEpochSecond(build)))
                        .toList();
        return ChangedNodes.of(TIME, builds, 300, means, 0);
    }

    private static double[] noisy(long seed, IntToDoubleFunction level) {
        var random = new Random(seed);
        return IntStream.range(0, 60)
                .mapToDouble(build -> level.applyAsDouble(build) + 0.1 * random.nextGaussian())
                .toArray();
    }
}
