package treeline.question.claims;

import treeline.model.CallTree;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.single.NodePath;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Values of a run whose contexts are its ranks, computed by plain loops: the oracle of statements.
/// A rank that has no value at a node counts as 0 in means.
final class NaiveProfile {
    final Profile profile;
    final CallTree tree;
    final int ranks;
    private final MetricColumn column;

    /// @param metric an exclusive one
    NaiveProfile(Profile profile, String metric) {
        this.profile = profile;
        this.tree = profile.tree();
        this.ranks = profile.contexts().size();
        this.column = profile.column(metric + ":exclusive");
    }

    NaiveProfile(Profile profile) {
        this(profile, "time");
    }

    /// NaN if the rank has no value.
    double exclusive(int rank, int node) {
        return column.at(rank, node);
    }

    /// NaN if the rank has no value in the subtree.
    double inclusive(int rank, int node) {
        double sum = 0;
        boolean any = false;
        for (int each = 0; each < tree.size(); each++)
            if (isInSubtree(each, node) && !Double.isNaN(exclusive(rank, each))) {
                sum += exclusive(rank, each);
                any = true;
            }
        return any ? sum : Double.NaN;
    }

    private boolean isInSubtree(int node, int top) {
        int up = node;
        while (up != top && up != CallTree.NO_PARENT) up = tree.parent(up);
        return up == top;
    }

    /// The mean over ranks; NaN if no rank has a value.
    double meanInclusive(int node) {
        return mean(rank -> inclusive(rank, node));
    }

    double meanExclusive(int node) {
        return mean(rank -> exclusive(rank, node));
    }

    private double mean(IntToDoubleFunction ofRank) {
        double sum = 0;
        boolean any = false;
        for (int rank = 0; rank < ranks; rank++) {
            double value = ofRank.applyAsDouble(rank);
            if (Double.isNaN(value)) continue;
            sum += value;
            any = true;
        }
        return any ? sum / ranks : Double.NaN;
    }

    List<Integer> nodes() {
        return IntStream.range(0, tree.size()).boxed().toList();
    }

    List<Integer> children(int node) {
        List<Integer> children = new ArrayList<>();
        for (int each : nodes()) if (tree.parent(each) == node) children.add(each);
        return children;
    }

    List<Integer> roots() {
        return children(CallTree.NO_PARENT);
    }

    /// The sum of the roots that have values.
    double total() {
        return roots().stream()
                .mapToDouble(this::meanInclusive)
                .filter(each -> !Double.isNaN(each))
                .sum();
    }

    String path(int node) {
        return NodePath.of(tree, node);
    }

    /// The node of a call path; paths are unique.
    int at(String path) {
        return nodes().stream()
                .filter(each -> path(each).equals(path))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no call path " + path));
    }

    /// The node with the largest value above 0, the first of equals; -1 if there is none.
    int heaviest(List<Integer> some) {
        int heaviest = -1;
        for (int each : some)
            if (meanInclusive(each) > (heaviest < 0 ? 0 : meanInclusive(heaviest))) heaviest = each;
        return heaviest;
    }

    /// Whether all values are finite and not negative.
    boolean hasOrdinaryValues() {
        for (int node : nodes())
            for (int rank = 0; rank < ranks; rank++)
                if (exclusive(rank, node) < 0 || Double.isInfinite(exclusive(rank, node)))
                    return false;
        return true;
    }

    Optional<String> tag(int node) {
        return profile.labels().stream()
                .filter(each -> each.name().equals("tag"))
                .map(each -> each.at(node))
                .findFirst();
    }

    /// The number of iterations that a node kept, 0 if it kept none.
    int iterations(int node) {
        return series(0, node).length;
    }

    double iteration(int rank, int node, int iteration) {
        return series(rank, node)[iteration];
    }

    private double[] series(int rank, int node) {
        SparseRows rows = column.byContext();
        int cell = rows.find(rank, node);
        return cell < 0 ? new double[0] : rows.series(cell);
    }
}
