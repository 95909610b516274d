package treeline.compare;

import treeline.model.Metric;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The nodes that changed in a history of builds, and when.
///
/// All nodes are tested at once: builds are permuted, all nodes of a build together, and the
/// largest split over the nodes is compared with that of each node (step-down maxT, Westfall and
/// Young 1993). An unchanged history lists any node with a probability of at most 1 %, whatever the
/// noise and however the nodes depend on each other. The stretches between the changes of all
/// listed nodes are then tested in the same way, with a probability of 1 % that any unchanged one
/// is cut.
///
/// @param builds oldest first
/// @param runs the number of runs of all builds
/// @param tested the number of nodes that p values are adjusted for, including the whole run
/// @param small the number of nodes that were skipped because of their share of the total
/// @param changes of the whole run first, then by the size of the difference
public record ChangedNodes(
        Metric metric, List<Build> builds, int runs, int tested, int small, List<Change> changes) {

    /// A build of the history.
    ///
    /// @param name the commit, or the name of a run without a commit
    /// @param time of its first run
    public record Build(String name, Instant time) {}

    /// A change of one node.
    ///
    /// @param build the index of the first build of the new level
    /// @param before the mean over the builds of the stretch before
    /// @param after the mean over the builds of the stretch that it starts
    /// @param p the probability of such a change in an unchanged stretch of this node
    /// @param adjusted the probability that any stretch of any node that was tested together with
    ///   this one shows a change as large, if all are unchanged
    public record Change(
            String node, int build, double before, double after, double p, double adjusted) {
        /// After over before; more than 1 is slower.
        public double ratio() {
            return after / before;
        }

        public boolean isSlowdown() {
            return after > before;
        }
    }

    public ChangedNodes {
        builds = List.copyOf(builds);
        changes = List.copyOf(changes);
    }

    /// Finds the changed nodes.
    ///
    /// @param runs the number of runs of all builds
    /// @param means for each node the mean of each build; NaN if no run of a build has it
    /// @param small the number of nodes that were skipped
    public static ChangedNodes of(
            Metric metric, List<Build> builds, int runs, Map<String, double[]> means, int small) {
        List<String> nodes =
                means.entrySet().stream()
                        .filter(each -> present(each.getValue()) >= Trend.MIN_BUILDS)
                        .map(Map.Entry::getKey)
                        .toList();
        List<ChangePoints> found =
                ChangePoints.ofAll(nodes.stream().map(means::get).toList(), builds.size());
        List<Change> changes = new ArrayList<>();
        for (int node = 0; node < found.size(); node++)
            changes.addAll(changes(nodes.get(node), found.get(node)));
        changes.sort(
                Comparator.comparing((Change each) -> !each.node().equals(Trend.TOTAL))
                        .thenComparingDouble(each -> -Math.abs(each.after() - each.before())));
        return new ChangedNodes(metric, builds, runs, nodes.size(), small, changes);
    }

    private static long present(double[] means) {
        return Arrays.stream(means).filter(mean -> !Double.isNaN(mean)).count();
    }

    private static List<Change> changes(String node, ChangePoints found) {
        List<Change> changes = new ArrayList<>();
        for (int i = 1; i < found.segments(); i++)
            changes.add(
                    new Change(
                            node,
                            found.build(i),
                            found.segment(i - 1).mean(),
                            found.segment(i).mean(),
                            found.p(i),
                            found.adjusted(i)));
        return changes;
    }

    /// Changes to a higher level that start with one of the newest builds.
    ///
    /// @param newest the number of builds, counted from the newest
    public List<Change> slowdowns(int newest) {
        return changes.stream()
                .filter(Change::isSlowdown)
                .filter(change -> change.build >= builds.size() - newest)
                .toList();
    }

    /// The number of nodes that changed.
    public int changedNodes() {
        return (int) changes.stream().map(Change::node).distinct().count();
    }
}
