package treeline.compare;

import treeline.model.Metric;
import treeline.numbers.Sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The history of a node over many builds: its values, the stretches of builds with the same level,
/// and the builds that changed it.
///
/// A build is a commit with all its runs; a run without a commit is a build of its own. Change
/// points are found in the means of the builds ([ChangePoints]), so a change starts with a build
/// and never within one, and a random difference between builds, such as another memory layout, is
/// noise. An unchanged history shows a change with a probability of at most 1 %.
///
/// @param node the call path, or [#TOTAL]
/// @param points the runs that have a value, by build; builds are in the order of their first run
/// @param segments all points in order, each with its own level; none if there are no points
/// @param changes one between each two segments
public record Trend(
        String node,
        Metric metric,
        List<Point> points,
        List<Segment> segments,
        List<Change> changes) {
    /// The node that stands for the whole run.
    public static final String TOTAL = "(total)";

    /// With fewer builds no permutation test can reach its level of 1 %: nine values have 126
    /// splits into four and five, and a split is as extreme as its mirror image.
    public static final int MIN_BUILDS = 10;

    /// The significance level of a change.
    public static final double LEVEL = ChangePoints.LEVEL;

    /// A run in the history.
    ///
    /// @param run the name of the run
    /// @param branch empty if unknown
    /// @param commit empty if unknown
    public record Point(String run, Instant time, String branch, String commit, double value) {
        /// The build of the run: runs of the same commit have the same name.
        public String build() {
            return commit.isEmpty() ? "run " + run : "commit " + commit;
        }
    }

    /// Builds with the same level.
    ///
    /// @param from index of the first point
    /// @param end one past the index of the last point
    /// @param builds the number of builds
    /// @param aside the number of builds that are spikes: single builds far from those around them
    /// @param mean the mean of the build means, without spikes
    /// @param deviation the standard deviation of the build means without spikes, NaN for less than
    ///   two builds
    public record Segment(int from, int end, int builds, int aside, double mean, double deviation) {
        /// The number of runs.
        public int size() {
            return end - from;
        }
    }

    /// The first build with another level.
    ///
    /// @param at index of the first point of that build, which is not a spike
    /// @param build how many builds precede it
    /// @param before the mean of the segment before it
    /// @param after the mean of the segment that it starts
    /// @param p the probability of such a change in an unchanged history, by permutations
    public record Change(int at, int build, double before, double after, double p) {
        /// After over before; more than 1 is slower.
        public double ratio() {
            return after / before;
        }
    }

    public Trend {
        points = List.copyOf(points);
        segments = List.copyOf(segments);
        changes = List.copyOf(changes);
    }

    /// Finds the change points of a history.
    ///
    /// @param runs oldest first, with finite values
    public static Trend of(String node, Metric metric, List<Point> runs) {
        Map<String, List<Point>> builds = new LinkedHashMap<>();
        for (Point run : runs) builds.computeIfAbsent(run.build(), _ -> new ArrayList<>()).add(run);
        List<Point> points = builds.values().stream().flatMap(List::stream).toList();
        int[] first = new int[builds.size() + 1];
        double[] means = new double[builds.size()];
        int build = 0;
        for (List<Point> each : builds.values()) {
            first[build + 1] = first[build] + each.size();
            means[build++] = Sample.of(each.stream().mapToDouble(Point::value).toArray()).mean();
        }
        return of(node, metric, points, ChangePoints.of(means), first);
    }

    /// @param first the index of the first point of each build, and of one past the last
    private static Trend of(
            String node, Metric metric, List<Point> points, ChangePoints found, int[] first) {
        List<Segment> segments = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < found.segments(); i++) {
            Segment builds = found.segment(i);
            var segment =
                    new Segment(
                            first[builds.from()],
                            first[builds.end()],
                            builds.builds(),
                            builds.aside(),
                            builds.mean(),
                            builds.deviation());
            if (i > 0)
                changes.add(
                        new Change(
                                segment.from(),
                                builds.from(),
                                segments.getLast().mean(),
                                segment.mean(),
                                found.p(i)));
            segments.add(segment);
        }
        return new Trend(node, metric, points, segments, changes);
    }

    /// The number of builds that have a value.
    public int builds() {
        return segments.stream().mapToInt(Segment::builds).sum();
    }
}
