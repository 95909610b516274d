package treeline.compare;

import treeline.compare.Trend.Segment;
import treeline.numbers.Sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// Change points of the build means of one or several series, by circular binary segmentation. A
/// stretch is cut at its best [Split] if at most one in a hundred permutations of the builds has a
/// larger one in any stretch that is examined together with it ([SplitMaxT]): first all series,
/// then all parts of those that were cut, and so on. A permutation test does not assume a
/// distribution, only that unchanged builds are exchangeable, whatever their runs have in common.
///
/// Outliers are replaced before a split is looked for ([HampelFilter]), in the history and in each
/// of its permutations alike: otherwise a tied or counted history, from which the filter removes
/// much, is smoother than its permutations.
///
/// No stretch is shorter than two builds: one slow build may be noise. A drift is reported as
/// several steps. The random seed is fixed, so that a history always gives the same answer.
final class ChangePoints {
    /// The probability that any of the unchanged stretches that are examined together is cut.
    static final double LEVEL = 0.01;

    private final double[] values;

    /// The build of each value.
    private final int[] builds;

    private final boolean[] spike;

    /// The first value of each segment and the change with which it starts; 0 is the first.
    private final TreeMap<Integer, SplitMaxT.Result> starts = new TreeMap<>();

    /// Values of a series that are examined together.
    private record Stretch(ChangePoints series, int from, int end) {
        boolean canBeCut() {
            return end - from >= 2 * Split.SHORTEST;
        }

        double[] byBuild(int builds) {
            double[] values = new double[builds];
            Arrays.fill(values, Double.NaN);
            for (int i = from; i < end; i++) values[series.builds[i]] = series.values[i];
            return values;
        }

        /// The two or three parts of a stretch that is cut.
        List<Stretch> cut(SplitMaxT.Result found) {
            int at = from + found.split().at();
            int after = from + found.split().end();
            series.starts.put(at, found);
            var first = new Stretch(series, from, at);
            var second = new Stretch(series, at, after);
            if (after == end) return List.of(first, second);
            series.starts.put(after, found);
            return List.of(first, second, new Stretch(series, after, end));
        }
    }

    private ChangePoints(double[] byBuild) {
        this.builds =
                IntStream.range(0, byBuild.length)
                        .filter(build -> !Double.isNaN(byBuild[build]))
                        .toArray();
        this.values = Arrays.stream(builds).mapToDouble(build -> byBuild[build]).toArray();
        this.spike = HampelFilter.of(values);
        starts.put(0, new SplitMaxT.Result(Split.NONE, Double.NaN, Double.NaN));
    }

    static ChangePoints of(double[] values) {
        for (double value : values)
            if (!Double.isFinite(value))
                throw new IllegalArgumentException(
                        "expected finite values in a history, found " + value);
        return ofAll(List.of(values), values.length).getFirst();
    }

    /// The change points of several series over the same builds.
    ///
    /// @param nodes the values by build, NaN if a build has none
    static List<ChangePoints> ofAll(List<double[]> nodes, int builds) {
        List<ChangePoints> found = nodes.stream().map(ChangePoints::new).toList();
        List<Stretch> open =
                found.stream().map(each -> new Stretch(each, 0, each.values.length)).toList();
        while (!open.isEmpty())
            open = parts(open.stream().filter(Stretch::canBeCut).toList(), builds);
        for (ChangePoints each : found)
            for (int start : List.copyOf(each.starts.keySet())) each.settle(start);
        return found;
    }

    /// The parts of all stretches that are cut.
    private static List<Stretch> parts(List<Stretch> open, int builds) {
        SplitMaxT.Result[] results =
                SplitMaxT.of(open.stream().map(each -> each.byBuild(builds)).toList(), builds);
        List<Stretch> parts = new ArrayList<>();
        for (int i = 0; i < results.length; i++)
            if (results[i].adjusted() <= LEVEL) parts.addAll(open.get(i).cut(results[i]));
        return parts;
    }

    /// A stretch starts with a build of its level: a spike at its start belongs to the previous
    /// one.
    private void settle(int start) {
        if (values.length == 0) return;
        Integer next = starts.higherKey(start);
        int end = next == null ? values.length : next;
        double level = Sample.of(withoutSpikes(start, end)).mean();
        HampelFilter.keepNear(spike, values, start, end, level);
        int at = start;
        while (at < end && spike[at]) at++;
        if (start > 0 && at < end) starts.put(at, starts.remove(start));
    }

    int segments() {
        return values.length == 0 ? 0 : starts.size();
    }

    /// The p of the change with which a segment starts.
    double p(int segment) {
        return start(segment).getValue().p();
    }

    /// The p of the change with which a segment starts, adjusted for all stretches that were
    /// examined together with it.
    double adjusted(int segment) {
        return start(segment).getValue().adjusted();
    }

    /// The first build of a segment.
    int build(int segment) {
        return builds[start(segment).getKey()];
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

    private Map.Entry<Integer, SplitMaxT.Result> start(int segment) {
        return starts.entrySet().stream().skip(segment).findFirst().orElseThrow();
    }
}
