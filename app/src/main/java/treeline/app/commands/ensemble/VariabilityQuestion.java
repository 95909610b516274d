package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.ShortNames;
import treeline.ensemble.Variability;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.TextWidth;
import treeline.single.Grouping;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `treeline ensemble variability`: which nodes make some runs slower than others.
final class VariabilityQuestion {
    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Grouping.class),
                    "add nodes up, by this (default: each node)");

    private static final List<String> IN_UNIT =
            List.of("fastest", "median", "slowest", "difference", "own_difference");

    private final Metric metric;
    private final Optional<Grouping> by;
    private final Arguments arguments;
    private final Console console;

    private VariabilityQuestion(Metric metric, Arguments arguments, Console console) {
        this.metric = metric;
        this.by = arguments.value(BY);
        this.arguments = arguments;
        this.console = console;
    }

    static Command command(EnsembleOptions options) {
        return options.question(
                "variability",
                "find the nodes that make some runs slower than others",
                options.choosingValues(
                        RunOptions.METRIC, Groups.GROUP_BY, BY, Sheet.TOP, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble variability 'runs/*.cali' --group-by ranks",
                                "which nodes make the slowest run slow, by rank count")),
                (ensemble, arguments, console) -> {
                    Metric metric = EnsembleOptions.metric(ensemble, arguments);
                    Ensemble runs =
                            RunChecks.complete(ensemble, List.of(metric), arguments, console);
                    var question = new VariabilityQuestion(metric, arguments, console);
                    return Groups.areAsked(arguments)
                            ? question.print(Groups.of(runs, arguments))
                            : question.print(runs);
                });
    }

    private int print(Ensemble ensemble) throws IOException {
        Variability variability = Variability.of(ensemble, metric);
        RunChecks.warnOfSettings(ensemble, console);
        if (wrote(ensemble.runs(), table(variability))) return ExitCode.SUCCESS;
        print(ensemble, variability);
        return ExitCode.SUCCESS;
    }

    /// Each group for itself: runs of different settings differ for other reasons than chance.
    private int print(Groups groups) throws IOException {
        List<RunGroup> several = groups.all().stream().filter(this::hasSeveralRuns).toList();
        if (several.isEmpty())
            throw new IllegalArgumentException("no group has two runs that could vary");
        RunChecks.warnOfSettings(several, console);
        List<Table> tables = new ArrayList<>();
        for (RunGroup group : several)
            tables.add(labelled(groups, group, table(Variability.of(group.ensemble(), metric))));
        int runs = several.stream().mapToInt(group -> group.members().size()).sum();
        if (wrote(runs, Table.concat(tables))) return ExitCode.SUCCESS;
        for (int i = 0; i < several.size(); i++) {
            RunGroup group = several.get(i);
            console.out()
                    .println(
                            (i == 0 ? "" : "\n")
                                    + TextWidth.printable(groups.heading(group))
                                    + ":");
            print(group.ensemble(), Variability.of(group.ensemble(), metric));
        }
        return ExitCode.SUCCESS;
    }

    private boolean wrote(int runs, Table rows) throws IOException {
        var data =
                new DataAnswer("ensemble-variability", rows)
                        .metric(metric)
                        .with(json -> json.name("runs").value(runs));
        for (String column : IN_UNIT)
            if (rows.names().contains(column)) data.unit(column, metric.unit());
        return data.wrote(arguments, console);
    }

    private boolean hasSeveralRuns(RunGroup group) {
        if (group.members().size() > 1) return true;
        console.warn("left out, because it has one run: " + group.label());
        return false;
    }

    private Table table(Variability variability) {
        return by.isEmpty() ? variability.nodes() : variability.by(by.get());
    }

    private static Table labelled(Groups groups, RunGroup group, Table table) {
        List<Column> columns =
                new ArrayList<>(groups.keys(group, table.rows(), Set.copyOf(table.names())));
        columns.addAll(table.columns());
        return Table.of(columns);
    }

    private void print(Ensemble ensemble, Variability variability) {
        console.out()
                .println(
                        "%s of %s varies by %s around its mean"
                                .formatted(
                                        TextWidth.printable(metric.name()),
                                        ContextSummary.counted(ensemble.runs(), "run"),
                                        Quantity.percent(variability.variation())));
        console.out().println("fastest  " + run(ensemble, variability, variability.fastest()));
        console.out().println("median   " + run(ensemble, variability, variability.median()));
        console.out().println("slowest  " + run(ensemble, variability, variability.slowest()));
        console.out().println();
        sheet(table(variability)).print(Sheet.top(arguments), console);
    }

    private String run(Ensemble ensemble, Variability variability, int run) {
        return "%s  %s"
                .formatted(
                        new Quantity(3, console.screen().unicode())
                                .text(variability.total(run), metric.unit()),
                        TextWidth.printable(ShortNames.of(ensemble.keys()).all().get(run)));
    }

    private Sheet sheet(Table table) {
        var sheet = new Sheet(table, console.screen());
        if (by.isPresent())
            return sheet.label("name", ParameterType.nameOf(by.get()))
                    .share("share", "share")
                    .change("own_difference", "own", metric.unit())
                    .number("nodes", "nodes");
        return sheet.label("path", "path")
                .share("share", "share")
                .change("own_difference", "own", metric.unit())
                .value("fastest", "fastest", metric.unit())
                .value("median", "median", metric.unit())
                .value("slowest", "slowest", metric.unit())
                .share("variation", "varies");
    }
}
