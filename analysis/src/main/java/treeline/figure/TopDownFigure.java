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
import java.util.List;
import java.util.stream.IntStream;

/// Where issue slots went at each node, as bars of shares, in the order of the call tree.
public final class TopDownFigure {
    private final List<String> bars = new ArrayList<>();
    private final List<List<Double>> shares = new ArrayList<>();
    private final List<String> slots = new ArrayList<>();
    private int all;

    private TopDownFigure() {}

    public static StackedBars of(Ensemble runs, FigureOptions shown) {
        return new TopDownFigure().figure(runs, shown);
    }

    private StackedBars figure(Ensemble runs, FigureOptions shown) {
        List<String> notes = new ArrayList<>();
        for (FigureOptions.Group group : shown.groups(runs)) {
            Table rows = TopDown.of(group.runs()).nodes();
            int count = shown.count(rows.rows());
            add(rows, count, group.suffix());
            for (String note : notes(rows, count))
                notes.add(group.name().isEmpty() ? note : group.name() + ": " + note);
        }
        if (bars.size() < all)
            notes.addFirst(
                    "the first %d of %d nodes in the order of the call tree; %s draws all"
                            .formatted(bars.size(), all, shown.wording().top(all)));
        List<StackedBars.Part> parts = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++)
            parts.add(new StackedBars.Part(slots.get(i), shares.get(i)));
        return new StackedBars(
                new Caption(
                        "Where issue slots went",
                        "mean of " + ContextSummary.counted(runs.runs(), "run"),
                        notes),
                "share of issue slots",
                Unit.COUNT,
                true,
                bars,
                parts);
    }

    /// The columns between the path and what most slots went to are the shares.
    private void add(Table rows, int count, String suffix) {
        Column paths = rows.column("path");
        for (int row = 0; row < count; row++) bars.add(paths.text(row) + suffix);
        List<Column> columns = rows.columns().subList(2, rows.columns().size() - 1);
        for (int i = 0; i < columns.size(); i++) {
            if (i == slots.size()) {
                slots.add(columns.get(i).name());
                shares.add(new ArrayList<>());
            }
            shares.get(i).addAll(Captions.numbers(columns.get(i), count));
        }
        all += rows.rows();
    }

    /// What must be said of top-down shares that cannot be right.
    ///
    /// @param nodes as [TopDown#nodes] has them
    /// @param shown how many rows are shown, from the first on
    public static List<String> notes(Table nodes, int shown) {
        int[] above = IntStream.of(TopDown.aboveWhole(nodes)).filter(row -> row < shown).toArray();
        if (above.length == 0) return List.of();
        int largest =
                IntStream.of(above)
                        .boxed()
                        .max(Comparator.comparingDouble(row -> TopDown.sum(nodes, row)))
                        .orElseThrow();
        return List.of(
                "%s with shares that add up to more than 100 %%, as they were recorded: %s has %s; such counters are estimates"
                        .formatted(
                                ContextSummary.counted(above.length, "node"),
                                nodes.column("path").text(largest),
                                Quantity.percent(TopDown.sum(nodes, largest))));
    }
}
