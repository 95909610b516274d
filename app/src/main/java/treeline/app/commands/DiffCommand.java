package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.app.terminal.TextWidth;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.single.Difference;
import treeline.table.Column;
import treeline.table.Table;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/// `treeline diff`: what changed from one run to another.
final class DiffCommand {
    private static final Parameter BEFORE =
            Parameter.once(Value.file("BEFORE"), "the run to compare with");
    private static final Parameter AFTER = Parameter.once(Value.file("AFTER"), "the other run");

    private final RunOptions options;

    DiffCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    Command command() {
        return new Command(
                "diff",
                "compare two runs node by node",
                List.of(BEFORE, AFTER),
                options.with(Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline diff old.tldb new.tldb", "the largest changes"),
                        new Command.Example(
                                "treeline diff old.tldb new.tldb --metric time:inclusive --csv",
                                "whole subtrees, as CSV")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run before =
                options.load(
                        arguments.one(BEFORE), arguments, RunOptions.Part.SCOPES, console);
        RunOptions.Run after =
                options.load(arguments.one(AFTER), arguments, RunOptions.Part.SCOPES, console);
        Metric metric = before.scoped(Scope.EXCLUSIVE, arguments.value(RunOptions.METRIC));
        Metric other = after.scoped(metric.scope(), arguments.value(RunOptions.METRIC));
        Table table =
                Difference.of(
                        Scoped.of(before, metric), Scoped.of(after, other), metric, before.over());
        if (!Sheet.wroteData(table, arguments, console))
            print(before, after, metric, table, Sheet.top(arguments), console);
        TreeCommand.warnOfLoss(before.report(), console);
        TreeCommand.warnOfLoss(after.report(), console);
        return ExitCode.SUCCESS;
    }

    private static void print(
            RunOptions.Run before,
            RunOptions.Run after,
            Metric metric,
            Table table,
            int top,
            Console console) {
        var quantity = new Quantity(3, console.screen().unicode());
        console.out()
                .println(
                        "%s (%s): %s in %s, %s in %s\n"
                                .formatted(
                                        TextWidth.printable(metric.name()),
                                        Value.nameOf(metric.scope()),
                                        total(table, "before", metric, quantity),
                                        before.path(),
                                        total(table, "after", metric, quantity),
                                        after.path()));
        Column ratio = table.column("ratio");
        Column p = table.column("p");
        boolean tested = table.filter(row -> !p.isMissing(row)).rows() > 0;
        var sheet =
                new Sheet(table, console.screen())
                        .change("change", "change", metric.unit())
                        .computed("", true, row -> relative(ratio.number(row)))
                        .value("before", "before", metric.unit())
                        .value("after", "after", metric.unit());
        if (tested) sheet.value("p", "p", Unit.COUNT);
        sheet.text("status", "").text("path", "call path").print(top, console);
    }

    /// Exclusive values add up to the run; others are told by their largest.
    private static String total(Table table, String column, Metric metric, Quantity quantity) {
        double[] values = table.column(column).numbers();
        double total = 0;
        for (double value : values) {
            if (Double.isNaN(value)) continue;
            total = metric.scope() == Scope.EXCLUSIVE ? total + value : Math.max(total, value);
        }
        return quantity.text(total, metric.unit());
    }

    private static String relative(double ratio) {
        if (Double.isNaN(ratio) || Double.isInfinite(ratio)) return "";
        return (ratio > 1 ? "+" : "") + Quantity.percent(ratio - 1);
    }
}
