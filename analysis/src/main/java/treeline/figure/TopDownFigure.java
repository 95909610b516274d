package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.statistics.TopDown;
import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.StackedBars;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Stacked bars of top-down shares per node, in call tree order. The groups of a node are adjacent.
public final class TopDownFigure {
    /// The bars of each call path, in the order in which the groups of runs have it.
    private final Map<String, List<Bar>> nodes = new LinkedHashMap<>();

    private final List<String> slots = new ArrayList<>();

    private record Bar(String name, List<Double> shares) {}

    private TopDownFigure() {}

    public static StackedBars of(Ensemble runs, FigureOptions shown) {
        return new TopDownFigure().figure(runs, shown);
    }

    private StackedBars figure(Ensemble runs, FigureOptions shown) {
        List<String> notes = new ArrayList<>();
        for (FigureOptions.Group group : shown.groups(runs)) {
            Table rows = TopDown.of(group.runs()).nodes();
            add(rows, group.suffix());
            for (String note : notes(rows, shown.count(rows.rows())))
                notes.add(group.name().isEmpty() ? note : group.name() + ": " + note);
        }
        int count = shown.count(nodes.size());
        if (count < nodes.size())
            notes.addFirst(
                    "the first %d of %d nodes in call tree order; %s draws all"
                            .formatted(count, nodes.size(), shown.wording().top(nodes.size())));
        List<Bar> bars = nodes.values().stream().limit(count).flatMap(List::stream).toList();
        return new StackedBars(
                new Caption(
                        "Top-down breakdown of issue slots",
                        "mean of " + ContextSummary.counted(runs.runs(), "run"),
                        notes),
                "share of issue slots",
                Unit.COUNT,
                true,
                bars.stream().map(Bar::name).toList(),
                parts(bars));
    }

    private List<StackedBars.Part> parts(List<Bar> bars) {
        return IntStream.range(0, slots.size())
                .mapToObj(
                        slot ->
                                new StackedBars.Part(
                                        slots.get(slot),
                                        bars.stream().map(bar -> bar.shares().get(slot)).toList()))
                .toList();
    }

    /// The shares are the columns between the path and the dominant category.
    private void add(Table rows, String suffix) {
        Column paths = rows.column("path");
        List<Column> columns = rows.columns().subList(2, rows.columns().size() - 1);
        if (slots.isEmpty()) columns.forEach(column -> slots.add(column.name()));
        for (int row = 0; row < rows.rows(); row++) {
            int node = row;
            List<Double> shares =
                    columns.stream().map(column -> Captions.number(column, node)).toList();
            nodes.computeIfAbsent(paths.text(row), _ -> new ArrayList<>())
                    .add(new Bar(paths.text(row) + suffix, shares));
        }
    }

    /// A warning about top-down shares that sum to more than 100 %.
    ///
    /// @param nodes the table of [TopDown#nodes]
    /// @param shown the number of rows that are shown
    public static List<String> notes(Table nodes, int shown) {
        int[] above = IntStream.of(TopDown.aboveWhole(nodes)).filter(row -> row < shown).toArray();
        if (above.length == 0) return List.of();
        int largest =
                IntStream.of(above)
                        .boxed()
                        .max(Comparator.comparingDouble(row -> TopDown.sum(nodes, row)))
                        .orElseThrow();
        return List.of(
                "%s with percentages that add up to more than 100 %% as recorded: %s has %s; such counters are estimates"
                        .formatted(
                                ContextSummary.counted(above.length, "node"),
                                nodes.column("path").text(largest),
                                Quantity.percent(TopDown.sum(nodes, largest))));
    }
}
