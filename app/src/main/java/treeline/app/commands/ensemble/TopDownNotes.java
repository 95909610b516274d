package treeline.app.commands.ensemble;

import treeline.app.commands.input.ContextSummary;
import treeline.ensemble.TopDown;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// What must be said of top-down shares that cannot be right.
final class TopDownNotes {
    private TopDownNotes() {}

    /// @param shown how many rows are shown, from the first on
    static List<String> of(Table nodes, int shown) {
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
