package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.view.ContextSummary;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.TopDown;
import treeline.model.Unit;
import treeline.plot.StackedBars;
import treeline.table.Column;
import treeline.table.Table;

import java.util.ArrayList;
import java.util.List;

/// `treeline plot topdown`: where issue slots went at each node, as `ensemble topdown` has it.
final class TopDownPlot {
    private TopDownPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "topdown",
                "where issue slots went at each node, as bars of shares",
                options.choosingValues(Groups.GROUP_BY, PlotKind.TOP),
                "'runs/*.cali' --group-by compiler -o topdown.svg",
                "what bounds each node, by compiler",
                TopDownPlot::figure);
    }

    private static StackedBars figure(Ensemble ensemble, Arguments arguments, Console console) {
        List<String> bars = new ArrayList<>();
        List<List<Double>> shares = new ArrayList<>();
        List<String> slots = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        int all = 0;
        if (Groups.areAsked(arguments)) {
            Groups groups = Groups.of(ensemble, arguments);
            for (RunGroup group : groups.all()) {
                Table rows = TopDown.of(group.ensemble()).nodes();
                String name = groups.named(group);
                all += add(", " + name, rows, bars, shares, slots, arguments);
                for (String note : TopDownNotes.of(rows, Sheet.top(arguments)))
                    notes.add(name + ": " + note);
            }
        } else {
            Table rows = TopDown.of(ensemble).nodes();
            all = add("", rows, bars, shares, slots, arguments);
            notes.addAll(TopDownNotes.of(rows, Sheet.top(arguments)));
        }
        if (bars.size() < all)
            notes.addFirst(
                    "the first %d of %d nodes in the order of the call tree; --top %d draws all"
                            .formatted(bars.size(), all, all));
        List<StackedBars.Part> parts = new ArrayList<>();
        for (int i = 0; i < slots.size(); i++)
            parts.add(new StackedBars.Part(slots.get(i), shares.get(i)));
        return new StackedBars(
                PlotKind.caption(
                        "Where issue slots went",
                        "mean of " + ContextSummary.counted(ensemble.runs(), "run"),
                        notes,
                        arguments),
                "share of issue slots",
                Unit.COUNT,
                true,
                bars,
                parts);
    }

    /// The columns between the path and what most slots went to are the shares.
    private static int add(
            String suffix,
            Table rows,
            List<String> bars,
            List<List<Double>> shares,
            List<String> slots,
            Arguments arguments) {
        int count = Math.min(rows.rows(), Sheet.top(arguments));
        Column paths = rows.column("path");
        for (int row = 0; row < count; row++) bars.add(paths.text(row) + suffix);
        List<Column> columns = rows.columns().subList(2, rows.columns().size() - 1);
        for (int i = 0; i < columns.size(); i++) {
            if (i == slots.size()) {
                slots.add(columns.get(i).name());
                shares.add(new ArrayList<>());
            }
            shares.get(i).addAll(PlotRows.numbers(columns.get(i), count));
        }
        return rows.rows();
    }
}
