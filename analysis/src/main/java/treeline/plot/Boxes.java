package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// Box plots or violin plots of node values, by group of runs if they are grouped.
///
/// @param axis the label of the value axis
/// @param axes whether nodes share a value axis
/// @param spreads the groups of a node are adjacent
public record Boxes(
        Caption caption, String axis, Unit unit, boolean violins, Axes axes, List<Spread> spreads)
        implements Figure {

    /// The value axes of the nodes: one for all, one per node, or one per node if a shared axis
    /// would hide the spread.
    public enum Axes {
        AUTO,
        SHARED,
        OWN
    }

    /// One box. Outliers beyond the fences are drawn individually.
    ///
    /// @param name the call path of the node
    /// @param group the group of runs, such as `compiler = gcc`; empty if runs are not grouped
    /// @param values all values, ascending; if empty, nothing is drawn
    public record Spread(
            String name,
            String group,
            double q1,
            double median,
            double q3,
            double lowerFence,
            double upperFence,
            List<Double> values) {
        public Spread {
            values = values.stream().filter(each -> !each.isNaN()).sorted().toList();
        }

        /// The smallest value that is not an outlier.
        double lowerWhisker() {
            return values.stream().filter(each -> each >= lowerFence).findFirst().orElse(q1);
        }

        /// The largest value that is not an outlier.
        double upperWhisker() {
            return values.reversed().stream()
                    .filter(each -> each <= upperFence)
                    .findFirst()
                    .orElse(q3);
        }

        List<Double> outliers() {
            return values.stream().filter(each -> each < lowerFence || each > upperFence).toList();
        }
    }

    /// Whether rows are groups of runs.
    boolean isGrouped() {
        return spreads.stream().anyMatch(each -> !each.group().isEmpty());
    }

    public Boxes withAxes(Axes other) {
        return new Boxes(caption, axis, unit, violins, other, spreads);
    }

    public Boxes {
        spreads = List.copyOf(spreads);
        Required.some(spreads, "no values to draw boxes of");
    }

    @Override
    public Boxes withCaption(Caption other) {
        return new Boxes(other, axis, unit, violins, axes, spreads);
    }

    @Override
    public String toString() {
        return summary();
    }
}
