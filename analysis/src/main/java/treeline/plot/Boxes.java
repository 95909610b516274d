package treeline.plot;

import treeline.model.Unit;

import java.util.List;

/// How the values of nodes or groups spread over runs: boxes of their quartiles or, as violins, the
/// density of the values around them.
///
/// @param axis what the values are
/// @param groups whether rows are groups of runs, whose levels are compared
public record Boxes(
        Caption caption,
        String axis,
        Unit unit,
        boolean violins,
        boolean groups,
        List<Spread> spreads)
        implements Figure {

    /// One box. Values beyond the fences are drawn one by one.
    ///
    /// @param values all of them, ascending; none means that there is nothing to draw
    public record Spread(
            String name,
            double q1,
            double median,
            double q3,
            double lowerFence,
            double upperFence,
            List<Double> values) {
        public Spread {
            values = values.stream().filter(each -> !each.isNaN()).sorted().toList();
        }

        private Spread aroundMedian() {
            return new Spread(
                    name,
                    percent(q1),
                    percent(median),
                    percent(q3),
                    percent(lowerFence),
                    percent(upperFence),
                    values.stream().map(this::percent).toList());
        }

        private double percent(double value) {
            return (value - median) / median * 100;
        }

        /// The least value that is not an outlier.
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

    /// Every value as its difference from the median of its own box, in percent of that.
    Boxes aroundMedians() {
        return new Boxes(
                caption,
                axis + ", difference from the median",
                Unit.of("%"),
                violins,
                groups,
                spreads.stream().map(Spread::aroundMedian).toList());
    }

    public Boxes {
        spreads = List.copyOf(spreads);
        Required.some(spreads, "no values to draw boxes of");
    }

    @Override
    public Boxes withCaption(Caption other) {
        return new Boxes(other, axis, unit, violins, groups, spreads);
    }

    @Override
    public String toString() {
        return summary();
    }
}
