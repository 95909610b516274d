package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.output.DataAnswer;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ShownNodes;
import treeline.model.Metric;
import treeline.single.Threshold;
import treeline.table.Table;
import treeline.view.Quantity;

import java.util.List;

/// Which nodes are worth a line to people: those that reach a share of the largest value in some
/// run. Programs get all, unless they ask for less.
final class ShownRows {
    static final Option<Double> THRESHOLD =
            Option.of(
                    "threshold",
                    Value.real("PERCENT", 0, 100),
                    "leave out what is below this share of the largest value in every run (default:"
                            + " 1, with --csv and --json 0)");
    private static final double USUAL = 1;

    private final ShownNodes shown;
    private final int nodes;
    private final Arguments arguments;

    private ShownRows(ShownNodes shown, int nodes, Arguments arguments) {
        this.shown = shown;
        this.nodes = nodes;
        this.arguments = arguments;
    }

    private static double percent(Arguments arguments) {
        return arguments.value(THRESHOLD, DataAnswer.isAsked(arguments) ? 0 : USUAL);
    }

    static Threshold threshold(Arguments arguments) {
        return new Threshold.ShareOfLargest(percent(arguments) / 100);
    }

    /// @param metrics what is large is said by those with the unit of the first
    static ShownRows of(Ensemble ensemble, List<Metric> metrics, Arguments arguments) {
        List<Metric> alike =
                metrics.stream()
                        .filter(each -> each.unit().equals(metrics.getFirst().unit()))
                        .toList();
        return new ShownRows(
                ShownNodes.of(ensemble, alike, threshold(arguments)),
                ensemble.tree().size(),
                arguments);
    }

    boolean contains(int node) {
        return shown.contains(node);
    }

    /// The rows that are shown of columns with a row for each node, those with the largest value
    /// first.
    List<Measured> ofNodes(List<Measured> columns) {
        Table rows = shown.rows(Table.of(columns.stream().map(Measured::column).toList()));
        return columns.stream()
                .map(
                        each ->
                                new Measured(
                                        rows.column(each.column().name()),
                                        each.heading(),
                                        each.unit()))
                .toList();
    }

    List<String> notes() {
        return notes(shown.hidden(), nodes, "nodes", arguments);
    }

    /// `29 of 56 nodes are below 1 %: --threshold 0 shows them`.
    static List<String> notes(int hidden, int all, String what, Arguments arguments) {
        if (hidden == 0) return List.of();
        return List.of(
                "%d of %d %s are below %s %%: --threshold 0 shows them"
                        .formatted(hidden, all, what, Quantity.decimal(percent(arguments))));
    }
}
