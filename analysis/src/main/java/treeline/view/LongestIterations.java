package treeline.view;

import treeline.array.Percentiles;
import treeline.model.CallTree;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.numbers.IterationSums;
import treeline.numbers.Locations;
import treeline.single.NodePath;
import treeline.table.Column;
import treeline.table.Order;
import treeline.table.Table;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The longest iterations of loops, compared with the median iteration of the same loop. The
/// duration of an iteration is that of its longest-running rank.
public final class LongestIterations {
    private LongestIterations() {}

    /// A row for each iteration of each loop, longest first: `path`, `iteration`, the longest
    /// `rank` (empty if all ranks took the same time), `duration`, the `median` duration of the
    /// iterations of the loop, `excess` (duration minus median) and `ratio` (duration over median).
    ///
    /// @param sums with ranks by their index in `ranks`
    public static Table of(Outline outline, Metric metric, IterationSums sums, Locations ranks) {
        List<Row> rows =
                LoopIterations.ofNodes(outline, sums).stream()
                        .filter(LoopIterations::isLoop)
                        .flatMap(LongestIterations::rows)
                        .toList();
        CallTree tree = outline.tree();
        int count = rows.size();
        return Table.of(
                        Column.text("path", count, i -> NodePath.of(tree, rows.get(i).loop.node()))
                                .headed("loop"),
                        Column.whole("iteration", count, i -> rows.get(i).number()),
                        Column.text("rank", count, i -> rows.get(i).rank(ranks)),
                        Column.real("duration", count, i -> rows.get(i).duration()).in(metric),
                        Column.real("median", count, i -> rows.get(i).median).in(metric),
                        Column.real(
                                        "excess",
                                        count,
                                        i -> rows.get(i).duration() - rows.get(i).median)
                                .in(metric)
                                .signed()
                                .headed("from median")
                                .meaning("duration - median"),
                        Column.real(
                                        "ratio",
                                        count,
                                        i -> rows.get(i).duration() / rows.get(i).median)
                                .share()
                                .headed("of median"))
                .sort(Order.descending("duration"));
    }

    private static Stream<Row> rows(LoopIterations loop) {
        double median = Percentiles.median(loop.series().max().toArray());
        return IntStream.range(0, loop.count()).mapToObj(at -> new Row(loop, at, median));
    }

    /// One iteration.
    ///
    /// @param at the index of the iteration in the series
    private record Row(LoopIterations loop, int at, double median) {
        int number() {
            return loop.number(at);
        }

        double duration() {
            return loop.series().max().at(at);
        }

        String rank(Locations ranks) {
            int slowest = loop.slowestRank(at);
            return slowest < 0 ? "" : ranks.name(slowest);
        }
    }
}
