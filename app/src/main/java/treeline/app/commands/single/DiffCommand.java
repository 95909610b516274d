package treeline.app.commands.single;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
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
public final class DiffCommand {
    private static final Parameter BEFORE =
            Parameter.once(Value.file("BEFORE"), "the run to compare with");
    private static final Parameter AFTER = Parameter.once(Value.file("AFTER"), "the other run");

    private final RunOptions options;

    public DiffCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "diff",
                "compare two runs node by node",
                List.of(BEFORE, AFTER),
                options.choosing(
                        RunOptions.EXCLUSIVE, RunOptions.OF, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline diff old.tldb new.tldb", "the largest changes"),
                        new Command.Example(
                                "treeline diff old.tldb new.tldb --metric time:inclusive --csv",
                                "whole subtrees, as CSV")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Run before = load(BEFORE, arguments, console);
        RunOptions.Run after = load(AFTER, arguments, console);
        Metric metric = before.metric();
        Table table = Difference.of(before.profile(), after.profile(), metric, before.over());
        if (data(before, after, table).wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(before.report().and(after.report()), console);
        print(before, after, metric, table, Sheet.top(arguments), console);
        return ExitCode.SUCCESS;
    }

    private RunOptions.Run load(Parameter which, Arguments arguments, Console console)
            throws IOException {
        return options.load(
                arguments.one(which), arguments, RunOptions.Part.SCOPES, Scope.EXCLUSIVE, console);
    }

    private static DataAnswer data(RunOptions.Run before, RunOptions.Run after, Table table) {
        Metric metric = before.metric();
        double factor = after.metric().unit().factorTo(metric.unit());
        return new DataAnswer("diff", table)
                .run("before", before)
                .run("after", after)
                .metric(metric)
                .with(
                        json -> {
                            json.name("combined").object();
                            json.name("of").value(Value.nameOf(before.over()));
                            json.name("before").value(before.contextsText());
                            json.name("after").value(after.contextsText()).end();
                            Notes.write(before.report().and(after.report()), json);
                        })
                .number("total_before", before.total())
                .number("total_after", after.total() * factor);
    }

    private static void print(
            RunOptions.Run before,
            RunOptions.Run after,
            Metric metric,
            Table table,
            int top,
            Console console) {
        console.out()
                .println(
                        "%s: %s in %s (%s), %s in %s (%s)\n"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        totalText(before, console),
                                        before.path(),
                                        before.contextsText(),
                                        totalText(after, console),
                                        after.path(),
                                        after.contextsText()));
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

    private static String totalText(RunOptions.Run run, Console console) {
        return new Quantity(3, console.screen().unicode()).text(run.total(), run.metric().unit());
    }

    private static String relative(double ratio) {
        if (Double.isNaN(ratio) || Double.isInfinite(ratio)) return "";
        return (ratio > 1 ? "+" : "") + Quantity.percent(ratio - 1);
    }
}
