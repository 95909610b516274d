package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.compare.Difference;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Unit;
import treeline.question.input.PruneOption;
import treeline.question.input.RowOrder;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.run.FlatQuestion;
import treeline.question.screen.Colour;
import treeline.single.Grouping;
import treeline.source.ReadReport;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// `treeline diff`: what changed from one run to another.
public final class DiffCommand {
    private static final Operand BEFORE =
            Operand.once(ParameterType.file("BEFORE"), "the run to compare with");
    private static final Operand AFTER = Operand.once(ParameterType.file("AFTER"), "the other run");

    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    FlatQuestion.GROUPS,
                    "add up by %s (default: each call path on its own)"
                            .formatted(String.join(", ", FlatQuestion.GROUPS.choices().get())));
    private static final Parameter<Double> THRESHOLD =
            Parameter.of(
                            "threshold",
                            ParameterType.real("PERCENT", 0, 100),
                            "leave out what changed by a smaller share of the total of BEFORE"
                                    + " (default: 0)")
                    .letter('t');

    /// The columns that rows may be sorted by.
    private enum Sort {
        CHANGE,
        RATIO,
        BEFORE,
        AFTER,
        P,
        NAME
    }

    private static final Parameter<Sort> SORT =
            RowOrder.by(Sort.class, "largest change first, whichever way");

    private final RunOptions options;

    public DiffCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "diff",
                "compare two runs by call path or function",
                List.of(BEFORE, AFTER),
                options.comparing(
                        RunOptions.EXCLUSIVE,
                        RunOptions.OF,
                        BY,
                        THRESHOLD,
                        SORT,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline diff old.tldb new.tldb", "the largest changes"),
                        new Command.Example(
                                "treeline diff old.tldb new.tldb --by function --threshold 1",
                                "functions that changed by 1 % of the run or more"),
                        new Command.Example(
                                "treeline diff old.tldb new.tldb --metric time:inclusive --csv",
                                "whole subtrees, as CSV")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        PruneOption.refuseShares(arguments);
        RunOptions.Run before = load(BEFORE, arguments, console);
        RunOptions.Run after = load(AFTER, arguments, console);
        var totals = Totals.of(before, after);
        Table table = table(before, after, arguments);
        Table large = arguments.has(THRESHOLD) ? changed(table, totals, arguments) : table;
        if (data(before, after, totals, large, arguments).wrote(arguments, console))
            return ExitCode.SUCCESS;
        Notes.print(reports(before, after), console);
        Table changed = changed(table, totals, arguments);
        if (changed.rows() == 0) printNoDifference(totals, table, arguments, before, console);
        else print(before, after, totals, changed, table.rows(), arguments, console);
        return ExitCode.SUCCESS;
    }

    private static ReadReport reports(RunOptions.Run before, RunOptions.Run after) {
        return before.report().inFile(before.path()).and(after.report().inFile(after.path()));
    }

    private static Table table(RunOptions.Run before, RunOptions.Run after, Arguments arguments) {
        Metric metric = before.metric();
        Table table =
                arguments.has(BY)
                        ? Difference.of(
                                before.profile(),
                                after.profile(),
                                metric,
                                before.over(),
                                arguments.value(BY).orElseThrow())
                        : Difference.of(before.profile(), after.profile(), metric, before.over());
        return RowOrder.sorted(table, arguments, SORT, Map.of(Sort.NAME, heading(arguments)));
    }

    /// What a row is of: `path`, or `function`.
    private static String heading(Arguments arguments) {
        return arguments.value(BY).map(ParameterType::nameOf).orElse("path");
    }

    /// Rows that changed, by as much as the user asks for.
    private static Table changed(Table table, Totals totals, Arguments arguments) {
        double least = arguments.value(THRESHOLD, 0.0) / 100 * totals.before;
        Column change = table.column("change");
        Column status = table.column("status");
        return table.filter(
                row -> {
                    double size = Math.abs(change.number(row));
                    return size >= least && (size > 0 || !status.text(row).equals("both"));
                });
    }

    private static final String TEST =
            "p adjusted: t test of the repetitions, adjusted for all rows by permutations (by"
                    + " Holm's correction with fewer than 4 + 3 repetitions)";

    /// The sums of what is shown of both runs, in the unit of the first.
    private record Totals(double before, double after) {
        static Totals of(RunOptions.Run before, RunOptions.Run after) {
            double factor = after.metric().unit().factorTo(before.metric().unit());
            return new Totals(before.shownTotal(), after.shownTotal() * factor);
        }

        double change() {
            return after - before;
        }
    }

    private RunOptions.Run load(Operand which, Arguments arguments, Console console)
            throws IOException {
        return options.load(
                arguments.one(which), arguments, RunOptions.Part.SCOPES, Scope.EXCLUSIVE, console);
    }

    private static DataAnswer data(
            RunOptions.Run before,
            RunOptions.Run after,
            Totals totals,
            Table table,
            Arguments arguments) {
        return new DataAnswer("diff", Sheet.forPrograms(table, arguments))
                .run("before", before)
                .run("after", after)
                .metric(before.metric())
                .values(before.metric(), "before", "after", "change")
                .with(
                        json -> {
                            json.name("combined").object();
                            json.name("of").value(ParameterType.nameOf(before.over()));
                            json.name("before").value(before.shownText());
                            json.name("after").value(after.shownText()).end();
                            Notes.write(reports(before, after), json);
                        })
                .text("by", heading(arguments))
                .number("total_before", totals.before)
                .number("total_after", totals.after)
                .number("total_change", totals.change())
                .number("total_ratio", totals.after / totals.before);
    }

    private static void print(
            RunOptions.Run before,
            RunOptions.Run after,
            Totals totals,
            Table table,
            int all,
            Arguments arguments,
            Console console) {
        Metric metric = before.metric();
        var quantity = new Quantity(3, console.screen().unicode());
        console.out()
                .println(
                        "%s: %s in %s (%s), %s in %s (%s)"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        quantity.text(totals.before, metric.unit()),
                                        before.path(),
                                        before.shownText(),
                                        quantity.text(totals.after, metric.unit()),
                                        after.path(),
                                        after.shownText()));
        console.out()
                .println(
                        "total: %s%s%s\n"
                                .formatted(
                                        totals.change() > 0 ? "+" : "",
                                        quantity.text(totals.change(), metric.unit()),
                                        inBrackets(relative(totals.after / totals.before))));
        String what = heading(arguments);
        sheet(table, what, metric, console).print(Sheet.top(arguments), console);
        if (isTested(table)) console.out().println(TEST);
        if (all > table.rows())
            console.out().println(unchanged(all - table.rows(), what, arguments, console));
    }

    private static boolean isTested(Table table) {
        Column p = table.column("p_adjusted");
        return table.filter(row -> !p.isMissing(row)).rows() > 0;
    }

    private static Sheet sheet(Table table, String what, Metric metric, Console console) {
        Column ratio = table.column("ratio");
        boolean tested = isTested(table);
        var sheet =
                new Sheet(table, console.screen())
                        .change("change", "change", metric.unit())
                        .computed("", true, row -> relative(ratio.number(row)))
                        .value("before", "before", metric.unit())
                        .value("after", "after", metric.unit());
        if (tested) sheet.value("p_adjusted", "p adjusted", Unit.COUNT);
        return sheet.text("status", "").text(what, what.equals("path") ? "call path" : what);
    }

    private static String unchanged(int rows, String what, Arguments arguments, Console console) {
        String how =
                arguments.value(THRESHOLD, 0.0) > 0
                        ? "changed by less than %s %% of the total"
                                .formatted(Quantity.decimal(arguments.value(THRESHOLD, 0.0)))
                        : "unchanged";
        return console.screen()
                .paint(
                        "%s %s: not listed"
                                .formatted(ContextSummary.counted(rows, noun(what)), how),
                        Colour.GREY);
    }

    private static String noun(String what) {
        return what.equals("path") ? "call path" : what;
    }

    private static void printNoDifference(
            Totals totals,
            Table table,
            Arguments arguments,
            RunOptions.Run before,
            Console console) {
        double threshold = arguments.value(THRESHOLD, 0.0);
        var quantity = new Quantity(3, console.screen().unicode());
        String total =
                totals.change() == 0
                        ? "%s in both"
                                .formatted(quantity.text(totals.before, before.metric().unit()))
                        : "total %s%s"
                                .formatted(
                                        totals.change() > 0 ? "+" : "",
                                        quantity.text(totals.change(), before.metric().unit()));
        console.out()
                .println(
                        "%s, %s: no difference%s among %s, %s"
                                .formatted(
                                        RunOptions.metricText(before.metric()),
                                        before.shownText(),
                                        threshold > 0
                                                ? " of %s %% of the total or more"
                                                        .formatted(Quantity.decimal(threshold))
                                                : "",
                                        ContextSummary.counted(
                                                table.rows(), noun(heading(arguments))),
                                        total));
    }

    private static String inBrackets(String text) {
        return text.isEmpty() ? "" : " (" + text + ")";
    }

    private static String relative(double ratio) {
        if (Double.isNaN(ratio) || Double.isInfinite(ratio)) return "";
        return (ratio > 1 ? "+" : "") + Quantity.percent(ratio - 1);
    }
}
