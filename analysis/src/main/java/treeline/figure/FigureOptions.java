package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.NodeThreshold;
import treeline.model.Metric;
import treeline.single.Threshold;
import treeline.view.Quantity;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Options of a figure: how many nodes it shows and how runs are grouped. By default it shows the
/// largest nodes, as the commands do; notes below the figure state what was omitted.
///
/// @param most the maximum number of nodes; if empty, the default of the kind of figure
/// @param percent nodes below this share of the largest value in every run are omitted
/// @param by the metadata key to group runs by; empty for all runs together
/// @param wording how notes refer to the option that shows more
public record FigureOptions(OptionalInt most, double percent, List<String> by, Wording wording) {
    /// How many nodes have a row where each has one.
    static final int DEFAULT_ROWS = 20;

    /// How many nodes have a panel where each has one.
    public static final int DEFAULT_PANELS = 4;

    /// Below this share of the largest value nodes are left out unless somebody asks for them.
    public static final double DEFAULT_PERCENT = 1;

    public FigureOptions {
        if (most.isPresent() && most.getAsInt() < 1)
            throw new IllegalArgumentException(
                    "a figure shows at least 1 node, found " + most.getAsInt());
        if (!(percent >= 0 && percent <= 100))
            throw new IllegalArgumentException(
                    "a percentage must be from 0 to 100, found " + percent);
        by = by.stream().distinct().toList();
    }

    public static FigureOptions defaults() {
        return new FigureOptions(OptionalInt.empty(), DEFAULT_PERCENT, List.of(), Wording.PROGRAM);
    }

    /// So many nodes at most.
    public FigureOptions top(int nodes) {
        return new FigureOptions(OptionalInt.of(nodes), percent, by, wording);
    }

    /// Nodes that reach this percentage of the largest value in at least one run.
    public FigureOptions above(double least) {
        return new FigureOptions(most, least, by, wording);
    }

    /// One result for each value of these metadata.
    public FigureOptions by(String... metadata) {
        return new FigureOptions(most, percent, List.of(metadata), wording);
    }

    public Threshold threshold() {
        return new Threshold.ShareOfLargest(percent / 100);
    }

    /// The runs of one result.
    ///
    /// @param name such as `compiler = gcc`; empty if runs are not grouped
    record Group(String name, Ensemble runs) {
        /// What stands behind the name of a node.
        String suffix() {
            return name.isEmpty() ? "" : ", " + name;
        }
    }

    List<Group> groups(Ensemble runs) {
        if (by.isEmpty()) return List.of(new Group("", runs));
        return runs.groupBy(by.toArray(String[]::new)).stream()
                .map(group -> new Group(group.named(by), group.ensemble()))
                .toList();
    }

    /// Pictures that cannot show groups do not ignore them in silence.
    void requireNoGroups(String picture) {
        if (!by.isEmpty())
            throw new IllegalArgumentException(
                    "%s shows all runs together and cannot group by %s"
                            .formatted(picture, String.join(", ", by)));
    }

    /// The nodes above a threshold that have a value, largest first, as tables list them.
    static List<Integer> largest(Ensemble runs, Metric metric, Threshold threshold) {
        NodeThreshold shown = NodeThreshold.of(runs, List.of(metric), threshold);
        return IntStream.of(shown.nodes())
                .filter(node -> !Double.isNaN(shown.largest(node)))
                .boxed()
                .sorted(Comparator.comparingDouble(node -> -shown.largest(node)))
                .toList();
    }

    int count(int all) {
        return count(all, DEFAULT_ROWS);
    }

    int count(int all, int usual) {
        return Math.min(all, most.orElse(usual));
    }

    /// `4 of 12 nodes, the largest; top(12) draws all`.
    ///
    /// @param which are drawn, such as `the largest`
    List<String> notesOfRest(int count, int all, String what, String which) {
        if (count == all) return List.of();
        return List.of(
                "%d of %d %s, %s; %s draws all"
                        .formatted(count, all, what, which, wording.top(all)));
    }

    /// `29 of 56 nodes are below 1 %: above(0) shows them`.
    public List<String> notesOfHidden(int hidden, int all, String what) {
        if (hidden == 0) return List.of();
        return List.of(
                "%d of %d %s are below %s %%: %s shows them"
                        .formatted(
                                hidden,
                                all,
                                what,
                                Quantity.decimal(percent),
                                wording.noThreshold()));
    }
}
