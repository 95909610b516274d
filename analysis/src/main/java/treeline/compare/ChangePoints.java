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

/// Change points of a series of build means, by binary segmentation. A stretch is split at the
/// [Split] with the largest difference if at most one in a hundred permutations of its values has a
/// larger one; then both parts are examined again. A permutation test does not assume a
/// distribution, only that unchanged builds are exchangeable, whatever their runs have in common.
///
/// Outliers are replaced before a split is looked for ([Spikes]), in the history and in each of its
/// permutations alike: otherwise a tied or counted history, from which the filter removes much, is
/// smoother than its permutations.
///
/// No stretch is shorter than two builds: one slow build may be noise. A drift is reported as
/// several steps. The random seed is fixed, so that a history always gives the same answer.
final class ChangePoints {
    /// The probability that an unchanged stretch is split.
    static final double LEVEL = 0.01;

    private static final int PERMUTATIONS = 999;
    private static final long SEED = 20_261_116;

    private final double[] values;
    private final boolean[] spike;

    /// The first value of each segment and the p of its change; 0 is the first.
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
        Deque<int[]> open = new ArrayDeque<>();
        open.push(new int[] {0, values.length});
        while (!open.isEmpty()) {
            int[] range = open.pop();
            double[] part = Arrays.copyOfRange(values, range[0], range[1]);
            var spikes = new Spikes(part);
            Split split = Split.best(part, spikes, new double[part.length]);
            if (split.size() == 0) continue;
            double p = p(part, spikes, split.size());
            if (p > LEVEL) continue;
            int at = range[0] + split.at();
            starts.put(at, p);
            open.push(new int[] {range[0], at});
            open.push(new int[] {at, range[1]});
        }
        for (int start : List.copyOf(starts.keySet())) settle(start);
    }

    /// A stretch starts with a build of its level: a spike at its start belongs to the previous
    /// one.
    private void settle(int start) {
        Integer next = starts.higherKey(start);
        int end = next == null ? values.length : next;
        double level = Sample.of(withoutSpikes(start, end)).mean();
        Spikes.keepNear(spike, values, start, end, level);
        int at = start;
        while (at < end && spike[at]) at++;
        if (start > 0 && at < end) starts.put(at, starts.remove(start));
    }

    /// The share of permutations with a split at least as large. It stops as soon as p is above the
    /// level.
    private static double p(double[] part, Spikes spikes, double size) {
        var random = new SplittableRandom(SEED);
        double[] permuted = part.clone();
        double[] calm = new double[part.length];
        double nearly = size * Split.NEARLY;
        int asLarge = 0;
        int most = (int) (LEVEL * (PERMUTATIONS + 1));
        for (int i = 0; i < PERMUTATIONS && asLarge < most; i++) {
            shuffle(permuted, random);
            if (Split.best(permuted, spikes, calm).size() >= nearly) asLarge++;
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

    /// The p of the change with which a segment starts.
    double p(int segment) {
        return start(segment).getValue();
    }

    /// A segment of the series; its indices and sizes count values.
    Segment segment(int segment) {
        int from = start(segment).getKey();
        int end = segment + 1 < segments() ? start(segment + 1).getKey() : values.length;
        double[] kept = withoutSpikes(from, end);
        Sample calm = Sample.of(kept);
        int aside = end - from - kept.length;
        return new Segment(from, end, end - from, aside, calm.mean(), calm.deviation());
    }

    /// If a segment has nothing but spikes, these are its level.
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
