package treeline.compare;

import treeline.compare.Trend.Segment;
import treeline.numbers.Sample;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Where the level of a series changed: binary segmentation. The series is cut where the means of
/// both sides differ most for their length, if that difference is larger than in all but one in a
/// hundred permutations of the same values; then both sides are looked at again. Permutations know
/// no distribution: noise need not be normal.
///
/// Single spikes are set aside first ([Spikes]), and no stretch is shorter than two values: what
/// happened once may be noise. A drift has no level; it is reported as several steps.
///
/// The random seed is fixed, so that a history always gives the same answer.
final class ChangePoints {
    /// One value may be noise.
    static final int SHORTEST = 2;

    /// How often a series without a change may be cut.
    static final double LEVEL = 0.01;

    private static final int PERMUTATIONS = 999;
    private static final long SEED = 20_261_116;

    private final double[] values;
    private final boolean[] spike;

    /// The first value of each segment and with which p it was found; 0 is the first.
    private final TreeMap<Integer, Double> starts = new TreeMap<>();

    private ChangePoints(double[] values) {
        this.spike = Spikes.of(values);
        this.values = values.clone();
    }

    static ChangePoints of(double[] values) {
        for (double value : values)
            if (!Double.isFinite(value))
                throw new IllegalArgumentException("a history has finite values, not " + value);
        var found = new ChangePoints(values);
        if (values.length > 0) found.segment();
        return found;
    }

    private void segment() {
        starts.put(0, Double.NaN);
        double[] calm = Spikes.replaced(values, spike);
        Deque<int[]> open = new ArrayDeque<>();
        open.push(new int[] {0, calm.length});
        while (!open.isEmpty()) {
            int[] range = open.pop();
            double[] part = Arrays.copyOfRange(calm, range[0], range[1]);
            Cut cut = Cut.best(part);
            if (cut.size == 0) continue;
            double p = chance(part, cut.size);
            if (p > LEVEL) continue;
            int at = range[0] + cut.at;
            starts.put(at, p);
            open.push(new int[] {range[0], at});
            open.push(new int[] {at, range[1]});
        }
        for (int start : List.copyOf(starts.keySet())) settle(start);
    }

    /// A stretch begins with a run of its level: a spike at its beginning counts to the one before.
    private void settle(int start) {
        Integer next = starts.higherKey(start);
        int end = next == null ? values.length : next;
        double level = Sample.of(withoutSpikes(start, end)).mean();
        Spikes.keepNear(spike, values, start, end, level);
        int at = start;
        while (at < end && spike[at]) at++;
        if (start > 0 && at < end) starts.put(at, starts.remove(start));
    }

    /// Where a series is cut and how much both sides differ there.
    private record Cut(int at, double size) {
        private static final Cut NONE = new Cut(0, 0);

        /// The cut at which the squares within both sides are smallest: the largest difference of
        /// means times the root of `k (n - k) / n`.
        static Cut best(double[] part) {
            int n = part.length;
            if (n < 2 * SHORTEST) return NONE;
            double mean = Arrays.stream(part).average().orElse(0);
            Cut best = NONE;
            double sum = 0;
            for (int k = 1; k <= n - SHORTEST; k++) {
                sum += part[k - 1] - mean;
                if (k < SHORTEST) continue;
                double size = Math.abs(sum) * Math.sqrt((double) n / ((double) k * (n - k)));
                if (size > best.size) best = new Cut(k, size);
            }
            return best.size > 1e-12 * Math.abs(mean) * Math.sqrt(n) ? best : NONE;
        }
    }

    /// How many of the permutations are as large. Stops as soon as there are too many.
    private static double chance(double[] part, double size) {
        var random = new SplittableRandom(SEED);
        double[] drawn = part.clone();
        double nearly = size * (1 - 1e-12); // equal but for rounding
        int asLarge = 0;
        int most = (int) (LEVEL * (PERMUTATIONS + 1));
        for (int i = 0; i < PERMUTATIONS && asLarge < most; i++) {
            shuffle(drawn, random);
            if (Cut.best(drawn).size >= nearly) asLarge++;
        }
        return (asLarge + 1.0) / (PERMUTATIONS + 1);
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    int segments() {
        return starts.size();
    }

    /// With which p the beginning of a segment was found.
    double p(int segment) {
        return start(segment).getValue();
    }

    Segment segment(int segment) {
        int from = start(segment).getKey();
        int end = segment + 1 < segments() ? start(segment + 1).getKey() : values.length;
        double[] kept = withoutSpikes(from, end);
        Sample calm = Sample.of(kept);
        int aside = end - from - kept.length;
        return new Segment(from, end, aside, calm.mean(), calm.deviation());
    }

    /// A segment of nothing but spikes has them as its level.
    private double[] withoutSpikes(int from, int end) {
        double[] calm = new double[end - from];
        int count = 0;
        for (int i = from; i < end; i++) if (!spike[i]) calm[count++] = values[i];
        return count == 0 ? Arrays.copyOfRange(values, from, end) : Arrays.copyOf(calm, count);
    }

    private Map.Entry<Integer, Double> start(int segment) {
        return starts.entrySet().stream().skip(segment).findFirst().orElseThrow();
    }
}
