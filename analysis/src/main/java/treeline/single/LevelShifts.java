package treeline.single;

import org.hipparchus.stat.ranking.NaturalRanking;
import org.hipparchus.stat.regression.SimpleRegression;

import treeline.array.Percentiles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// The levels of a loop: stretches of iterations between level shifts.
///
/// Binary segmentation (Scott and Knott 1974) of the ranks of iterations, averaged in batches. A
/// stretch is split if the permutation test of [Segmentation] rejects the hypothesis of no change.
/// Ranks limit the influence of a single slow iteration. A loop that a line fits better than its
/// levels has no shifts: it drifts. The random seed is fixed, so results are reproducible.
final class LevelShifts {
    /// The smallest jump that is worth a claim, as a share of the mean.
    static final double FLOOR = 0.05;

    /// With fewer iterations no split is rare enough.
    static final int MIN_ITERATIONS = 12;

    /// The shortest level: fewer iterations may be outliers.
    static final int SHORTEST = 5;

    private static final int MAX_BATCHES = 24;

    private final double[] values;
    private final double[] ranks;
    private final double mean;

    /// The first value of each level but the first.
    private final NavigableSet<Integer> starts = new TreeSet<>();

    private LevelShifts(double[] values) {
        this.values = values;
        this.ranks = new NaturalRanking().rank(values);
        this.mean = Arrays.stream(values).average().orElseThrow();
    }

    /// The positions from which on the level is another.
    ///
    /// @param values of iterations that ran, in the order of time
    /// @param tests the number of loops that are tested in the run, at least 1
    static int[] of(double[] values, int tests) {
        if (values.length < MIN_ITERATIONS) return new int[0];
        var jumps = new LevelShifts(values);
        jumps.split(0, values.length, Drift.LEVEL / Math.max(1, tests));
        for (int start : List.copyOf(jumps.starts)) jumps.locate(start, batch(values.length));
        jumps.dropSmall();
        return jumps.isLine() ? new int[0] : jumps.positions();
    }

    /// The levels of a loop, at least one.
    ///
    /// @param means the mean of each iteration, NaN if no rank ran it
    static List<Drift.Level> levels(double[] means, int tests) {
        int[] ran = IntStream.range(0, means.length).filter(i -> !Double.isNaN(means[i])).toArray();
        double[] values = Arrays.stream(ran).mapToDouble(i -> means[i]).toArray();
        int[] jumps = of(values, tests);
        List<Drift.Level> levels = new ArrayList<>();
        for (int i = 0; i <= jumps.length; i++) {
            int from = i == 0 ? 0 : jumps[i - 1];
            int to = i == jumps.length ? values.length : jumps[i];
            levels.add(new Drift.Level(ran[from], average(Arrays.copyOfRange(values, from, to))));
        }
        return levels;
    }

    private int[] positions() {
        return starts.stream().mapToInt(Integer::intValue).toArray();
    }

    /// The iterations of a batch.
    private static int batch(int iterations) {
        return (iterations + MAX_BATCHES - 1) / MAX_BATCHES;
    }

    private void split(int from, int to, double level) {
        int size = batch(to - from);
        int batches = (to - from) / size;
        int shortest = Math.max(2, (SHORTEST + size - 1) / size);
        if (to - from < MIN_ITERATIONS || batches < 2 * shortest) return;
        double[] means = new double[batches];
        for (int batch = 0; batch < batches; batch++)
            means[batch] =
                    Arrays.stream(
                                    ranks,
                                    boundary(from, to, batches, batch),
                                    boundary(from, to, batches, batch + 1))
                            .average()
                            .orElseThrow();
        int at = from;
        for (int found : Segmentation.of(means, shortest, level)) {
            int start = boundary(from, to, batches, found);
            starts.add(start);
            split(at, start, level);
            at = start;
        }
        if (at > from) split(at, to, level);
    }

    private static int boundary(int from, int to, int batches, int batch) {
        return from + (int) ((long) (to - from) * batch / batches);
    }

    /// Moves a jump to the iteration that divides its neighbourhood best.
    private void locate(int start, int size) {
        Integer before = starts.lower(start);
        Integer after = starts.higher(start);
        int from = before == null ? 0 : before;
        int to = after == null ? values.length : after;
        double whole = Arrays.stream(ranks, from, to).sum();
        int first = Math.max(from + SHORTEST, start - size);
        int last = Math.min(to - SHORTEST, start + size);
        double sum = first > from ? Arrays.stream(ranks, from, first).sum() : 0;
        int best = start;
        double largest = -1;
        for (int at = first; at <= last; at++) {
            double left = at - from;
            double right = to - at;
            double difference = sum / left - (whole - sum) / right;
            double explained = difference * difference * left * right;
            if (explained > largest * (1 + 1e-12)) {
                largest = explained;
                best = at;
            }
            sum += ranks[at];
        }
        starts.remove(start);
        starts.add(best);
    }

    /// Joins neighbouring levels that differ by too little, the most similar ones first.
    private void dropSmall() {
        while (!starts.isEmpty()) {
            int smallest =
                    starts.stream()
                            .min((one, other) -> Double.compare(step(one), step(other)))
                            .orElseThrow();
            if (step(smallest) > FLOOR * Math.abs(mean)) return;
            starts.remove(smallest);
        }
    }

    /// The difference of two levels: that of their means or of their medians, whichever is smaller.
    private double step(int start) {
        Integer before = starts.lower(start);
        Integer after = starts.higher(start);
        double[] left = Arrays.copyOfRange(values, before == null ? 0 : before, start);
        double[] right = Arrays.copyOfRange(values, start, after == null ? values.length : after);
        double means = average(right) - average(left);
        double medians = Percentiles.median(right) - Percentiles.median(left);
        return means * medians <= 0 ? 0 : Math.min(Math.abs(means), Math.abs(medians));
    }

    private static double average(double[] some) {
        return Arrays.stream(some).average().orElseThrow();
    }

    /// Whether a line explains the loop at least as well as the levels, by the Bayesian information
    /// criterion: a jump has two parameters more than the slope of a line, since its position is
    /// searched for.
    private boolean isLine() {
        int jumps = starts.size();
        if (jumps == 0) return true;
        double[] clipped = clipped();
        var line = new SimpleRegression();
        for (int i = 0; i < clipped.length; i++) line.addData(i, clipped[i]);
        double penalty = Math.pow(clipped.length, 2.0 * jumps / clipped.length);
        return line.getSumSquaredErrors() <= residuals(clipped) * penalty;
    }

    /// The values with the largest and smallest few made equal to the next: outliers would decide
    /// alone. Fewer than a level has are clipped.
    private double[] clipped() {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int few = Math.clamp(values.length / 20, 1, SHORTEST - 1);
        return Arrays.stream(values)
                .map(each -> Math.clamp(each, sorted[few], sorted[sorted.length - 1 - few]))
                .toArray();
    }

    private double residuals(double[] clipped) {
        List<Integer> bounds = new ArrayList<>(starts);
        bounds.addFirst(0);
        bounds.addLast(clipped.length);
        double sum = 0;
        for (int i = 0; i + 1 < bounds.size(); i++) {
            double[] part = Arrays.copyOfRange(clipped, bounds.get(i), bounds.get(i + 1));
            double level = average(part);
            for (double each : part) sum += (each - level) * (each - level);
        }
        return sum;
    }
}
