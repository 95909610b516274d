package treeline.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Laws of the permutation test: what must not change its p values, and the smallest one.
class SplitMaxTTest {
    private static final int BUILDS = 24;

    /// Noise around 10, and around 30 from the twelfth build on.
    private static double[] stepped(long seed) {
        double[] values = new Random(seed).doubles(BUILDS, 9, 11).toArray();
        for (int i = 12; i < BUILDS; i++) values[i] += 20;
        return values;
    }

    private static double[] noise(long seed) {
        return new Random(seed).doubles(BUILDS, 9, 11).toArray();
    }

    private static SplitMaxT.Result[] of(double[]... stretches) {
        return SplitMaxT.of(List.of(stretches), BUILDS);
    }

    /// None of 999 permutations of 24 builds has such a step.
    @Test
    void theSmallestPIsOneInAThousand() {
        SplitMaxT.Result found = of(stepped(1))[0];
        assertThat(found.split().at()).isEqualTo(12);
        assertThat(found.split().end()).isEqualTo(BUILDS);
        assertThat(found.p()).isEqualTo(1 / 1000.0);
        assertThat(found.adjusted()).isEqualTo(1 / 1000.0);
    }

    @Test
    void unitsOriginAndDirectionDoNotMatter() {
        double[] one = stepped(2);
        double[] other = Arrays.stream(one).map(value -> 5_000 - 40 * value).toArray();
        SplitMaxT.Result[] both = of(one, other);
        assertThat(both[1].p()).isEqualTo(both[0].p()).isEqualTo(of(one)[0].p());
        assertThat(both[1].adjusted()).isEqualTo(both[0].adjusted());
        assertThat(both[1].split().at()).isEqualTo(both[0].split().at());
    }

    /// The step is listed, the noise is not: its adjusted p is never below its own.
    @Test
    void noiseBesideAStepIsNoise() {
        SplitMaxT.Result[] found = of(noise(3), stepped(3), noise(4));
        assertThat(found[1].adjusted()).isEqualTo(1 / 1000.0);
        for (int i : new int[] {0, 2}) {
            assertThat(found[i].p()).isGreaterThan(0.01);
            assertThat(found[i].adjusted()).isGreaterThanOrEqualTo(found[i].p());
        }
    }

    @Test
    void withoutAnyChanceAllAreOne() {
        for (SplitMaxT.Result each : of(noise(5), noise(6))) {
            assertThat(each.p()).isOne();
            assertThat(each.adjusted()).isOne();
        }
        assertThat(of()).isEmpty();
    }

    @Test
    void aConstantHasNoSplit() {
        double[] constant = new double[BUILDS];
        Arrays.fill(constant, 7);
        SplitMaxT.Result[] found = of(constant, stepped(7));
        assertThat(found[0].split()).isEqualTo(Split.NONE);
        assertThat(found[0].p()).isOne();
        assertThat(found[0].adjusted()).isOne();
        assertThat(found[1].p()).isEqualTo(1 / 1000.0);
    }

    /// Noise as wide as 2 with a step of 0.75.
    private static double[] weak(long seed) {
        double[] values = noise(seed);
        for (int i = 12; i < BUILDS; i++) values[i] += 0.75;
        return values;
    }

    /// The first is exactly at the level of one in a hundred. Nine of its 999 permutations have a
    /// split as large; the second has ten.
    @Test
    void aPAboveOneInAHundredIsNotComputed() {
        assertThat(of(weak(229))[0].adjusted()).isEqualTo(10 / 1000.0);
        assertThat(of(weak(51))[0].adjusted()).isOne();
        assertThat(ChangePoints.of(weak(229)).segments()).isEqualTo(2);
        assertThat(ChangePoints.of(weak(51)).segments()).isEqualTo(1);
    }

    @Test
    void noiseOfALargeNodeDoesNotOutweighAStep() {
        double[] large = Arrays.stream(noise(3)).map(value -> 1024 * value).toArray();
        SplitMaxT.Result[] found = of(large, stepped(3));
        assertThat(found[0].p()).isGreaterThan(0.01);
        assertThat(found[1].adjusted()).isEqualTo(1 / 1000.0);
    }

    /// All but two counts are equal, so the noise is estimated from all of them. In 2 of 780
    /// permutations the two are at the same end; apart they are outliers, elsewhere a bump.
    @Test
    void aCountThatRoseInTheLastTwoBuildsIsFound() {
        double[] counts = new double[40];
        Arrays.fill(counts, 7);
        counts[38] = counts[39] = 9;
        SplitMaxT.Result found = SplitMaxT.of(List.of(counts), 40)[0];
        assertThat(found.split().at()).isEqualTo(38);
        assertThat(found.p()).isStrictlyBetween(1 / 1000.0, 8 / 1000.0);
    }

    @Test
    void buildsWithoutAValueAreSkipped() {
        double[] values = stepped(8);
        values[0] = Double.NaN;
        values[5] = Double.NaN;
        values[20] = Double.NaN;
        SplitMaxT.Result found = of(values)[0];
        assertThat(found.split().at()).isEqualTo(10);
        assertThat(found.split().end()).isEqualTo(BUILDS - 3);
        assertThat(found.p()).isEqualTo(1 / 1000.0);
    }
}
