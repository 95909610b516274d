package treeline.question.run;

import treeline.model.ImmutableInts;
import treeline.prune.PruneRule;
import treeline.prune.Pruning;
import treeline.prune.TreeCosts;
import treeline.question.answer.Block;
import treeline.question.answer.Heading;
import treeline.question.answer.Section;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/// Call tree sizes after pruning: rows of rules, columns of shares or of runs. The first row has no
/// rules, and percentages are relative to it. (Tables 3, 4, 8 and 9 of the paper on hpcanalysis.)
///
/// @param columns headings
/// @param rows the rules
/// @param nodes the number of remaining nodes, by row and column
record PrunedSizes(List<String> columns, List<Pruning> rows, List<ImmutableInts> nodes) {
    /// Of one run: by what a node must cost at least.
    ///
    /// @param shares a column each, behind one without
    static PrunedSizes ofShares(TreeCosts run, List<PruneRule> shares, List<Pruning> rules) {
        List<Pruning> least = new ArrayList<>(List.of(Pruning.of()));
        shares.forEach(share -> least.add(Pruning.of(share)));
        return new PrunedSizes(
                least.stream().map(each -> text(each, "all nodes")).toList(),
                rules,
                sizes(
                        rules.size(),
                        least.size(),
                        (row, column) -> rules.get(row).and(least.get(column)).in(run).size()));
    }

    /// Of several runs.
    static PrunedSizes ofRuns(List<String> names, List<TreeCosts> runs, List<Pruning> rules) {
        return new PrunedSizes(
                names,
                rules,
                sizes(
                        rules.size(),
                        runs.size(),
                        (row, column) -> rules.get(row).in(runs.get(column)).size()));
    }

    @FunctionalInterface
    private interface Size {
        int at(int row, int column);
    }

    private static List<ImmutableInts> sizes(int rows, int columns, Size size) {
        List<ImmutableInts> sizes = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int row = i;
            sizes.add(
                    ImmutableInts.owning(
                            IntStream.range(0, columns)
                                    .map(column -> size.at(row, column))
                                    .toArray()));
        }
        return sizes;
    }

    private static String text(Pruning pruning, String none) {
        return pruning.isEmpty() ? none : pruning.text();
    }

    /// What a row is pruned by.
    String rules(int row) {
        return text(rows.get(row), "entire tree");
    }

    /// Which share of the nodes rules remove, NaN if there are no nodes.
    double removed(int row, int column) {
        int all = nodes.getFirst().at(column);
        return all == 0 ? Double.NaN : (double) (all - nodes.get(row).at(column)) / all;
    }

    private double meanRemoved(int row) {
        return IntStream.range(0, columns.size())
                .mapToDouble(column -> removed(row, column))
                .average()
                .orElse(Double.NaN);
    }

    /// One row for each size, for programs.
    ///
    /// @param of says of which columns rows are
    Table table(Function<int[], List<Column>> of) {
        int[] columnOf =
                IntStream.range(0, rows.size() * columns.size())
                        .map(each -> each % columns.size())
                        .toArray();
        int[] rowOf =
                IntStream.range(0, columnOf.length).map(each -> each / columns.size()).toArray();
        return Table.of(of.apply(columnOf))
                .with(Column.text("rules", Arrays.stream(rowOf).mapToObj(this::rules).toList()))
                .with(Column.whole("nodes", rowOf.length, i -> nodes.get(rowOf[i]).at(columnOf[i])))
                .with(Column.real("removed", rowOf.length, i -> removed(rowOf[i], columnOf[i])));
    }

    /// The number of nodes that stay, then the share of nodes that rules remove.
    ///
    /// @param averaged whether columns are of one kind, so that their average is meaningful
    List<Block> sections(String heading, boolean averaged) {
        Table names =
                Table.of(
                        Column.text(
                                "rules",
                                IntStream.range(0, rows.size()).mapToObj(this::rules).toList()));
        Section.Builder sizes = Section.of(names).label("rules", heading);
        Section.Builder shares = Section.of(names.filter(row -> row > 0)).label("rules", "rules");
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            sizes.computed(
                    columns.get(i), true, (row, _) -> Quantity.whole(nodes.get(row).at(column)));
            shares.computed(
                    columns.get(i), true, (row, _) -> Quantity.percent(removed(row + 1, column)));
        }
        if (averaged)
            shares.computed("average", true, (row, _) -> Quantity.percent(meanRemoved(row + 1)));
        return List.of(sizes.all(), new Heading("removed by rules"), shares.all());
    }
}
