package treeline.compare;

import treeline.model.Metric;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The history of a node over many runs, with all that a plot or a table of it needs: its values in
/// the order of time, the stretches in which it kept its level, and the runs with which it changed.
///
/// Change points are found by [ChangePoints]: in a history without a change there is one at most
/// once in a hundred.
///
/// @param node the call path, or [#TOTAL]
/// @param points the runs that have a value, oldest first
/// @param segments all points in order, each with its own level; none where there are no points
/// @param changes one between each two segments
public record Trend(
        String node,
        Metric metric,
        List<Point> points,
        List<Segment> segments,
        List<Change> changes) {
    /// The node that stands for the whole run.
    public static final String TOTAL = "(total)";

    /// A run in the history.
    ///
    /// @param run what the run is called
    /// @param branch empty where it is not known
    /// @param commit empty where it is not known
    public record Point(String run, Instant time, String branch, String commit, double value) {}

    /// Runs over which a node kept its level.
    ///
    /// @param from index of the first point
    /// @param end one past the index of the last point
    /// @param aside how many of them are spikes, single runs far from all around them
    /// @param mean without the spikes
    /// @param deviation standard deviation without the spikes, NaN for less than two points
    public record Segment(int from, int end, int aside, double mean, double deviation) {
        public int size() {
            return end - from;
        }
    }

    /// The first run with another level.
    ///
    /// @param at index of that point, which is no spike
    /// @param before the mean of the segment before it
    /// @param after the mean of the segment that it begins
    /// @param p how often a history without a change looks like this, by permutations
    public record Change(int at, double before, double after, double p) {
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
    /// @param points oldest first, with finite values
    public static Trend of(String node, Metric metric, List<Point> points) {
        double[] values = points.stream().mapToDouble(Point::value).toArray();
        ChangePoints found = ChangePoints.of(values);
        List<Segment> segments = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < found.segments(); i++) {
            segments.add(found.segment(i));
            if (i > 0)
                changes.add(
                        new Change(
                                segments.get(i).from(),
                                segments.get(i - 1).mean(),
                                segments.get(i).mean(),
                                found.p(i)));
        }
        return new Trend(node, metric, points, segments, changes);
    }
}
