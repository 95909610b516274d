package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.terminal.Console;
import treeline.app.terminal.TextWidth;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Pivot;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Scaling;
import treeline.ensemble.Statistic;
import treeline.ensemble.TopDown;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.single.Grouping;
import treeline.single.Threshold;
import treeline.table.Column;
import treeline.table.Table;
import treeline.table.TextColumn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline ensemble`: what many runs say together.
final class EnsembleCommand {
    /// What is asked of the runs: the first word after the command's name.
    private enum Question {
        INFO,
        METADATA,
        STATS,
        TOPDOWN,
        PIVOT,
        SPEEDUP,
        CLUSTER,
        VARIABILITY
    }

    private static final Value<Question> QUESTION = Value.choice(Question.class);
    private static final Parameter WHAT =
            Parameter.once(
                    new Value<>(
                            QUESTION.placeholder(),
                            QUESTION.choices(),
                            false,
                            text -> Value.nameOf(QUESTION.parser().apply(text))),
                    "what to ask: how runs differ, their metadata, statistics by node, "
                            + "where issue slots went, functions by run, scaling by node, "
                            + "which runs are alike, what makes some runs slow");
    private static final Option<String> GROUP_BY =
            Option.of("group-by", Value.text("METADATA"), "one result for each of its values")
                    .severalTimes();
    private static final Option<Grouping> BY =
            Option.of(
                    "by",
                    Value.choice(Grouping.class),
                    "what a pivot (default: function) or variability (default: nodes) adds up by");
    private static final Option<String> PROCESSES =
            Option.of(
                    "processes",
                    Value.text("METADATA"),
                    "the number of processes (default: the first of %s)"
                            .formatted(String.join(", ", ProcessCount.USUAL)));
    private static final Option<Scaling.Kind> KIND =
            Option.of(
                    "kind", Value.choice(Scaling.Kind.class), "how runs scale (default: speedup)");
    private static final Option<Double> BASELINE =
            Option.of(
                    "baseline",
                    Value.real("N", 0, Double.MAX_VALUE),
                    "the processes to compare with (default: the fewest)");
    private static final Option<Double> THRESHOLD =
            Option.of(
                    "threshold",
                    Value.real("PERCENT", 0, 100),
                    "leave out what is below this share of the largest value in every run (default:"
                            + " 1)");
    private static final double USUAL_THRESHOLD = 1;
    private static final String PATH = "path";

    private final EnsembleOptions options;

    EnsembleCommand(Supplier<Formats> formats) {
        this.options = new EnsembleOptions(formats);
    }

    Command command() {
        return new Command(
                "ensemble",
                "analyse many runs together: metadata, statistics, scaling, clusters, variability",
                List.of(WHAT, EnsembleOptions.PATHS),
                options.with(own().toArray(Option<?>[]::new)),
                List.of(
                        new Command.Example(
                                "treeline ensemble info 'runs/*.cali'", "how the runs differ"),
                        new Command.Example(
                                "treeline ensemble stats 'runs/*.cali' --where 'ranks >= 64'"
                                        + " --group-by compiler",
                                "mean, deviation and extremes of each node, by compiler"),
                        new Command.Example(
                                "treeline ensemble stats 'runs/*.cali' --between compiler"
                                        + " --statistic preference",
                                "which of two compilers is faster, if that is no chance"),
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali' --kind strong_efficiency",
                                "how well each node scales"),
                        new Command.Example(
                                "treeline ensemble cluster 'runs/*.cali' --metric time --pca 2",
                                "which runs are alike, and what they have in common"),
                        new Command.Example(
                                "treeline ensemble variability 'runs/*.cali' --group-by ranks",
                                "which nodes make the slowest run slow, by rank count")),
                this::run);
    }

    private static List<Option<?>> own() {
        List<Option<?>> own =
                new ArrayList<>(
                        List.of(
                                GROUP_BY,
                                EnsembleStatistics.STATISTIC,
                                ComparedPair.WITH,
                                ComparedPair.BETWEEN,
                                BY,
                                PROCESSES,
                                KIND,
                                BASELINE,
                                THRESHOLD));
        own.addAll(ClusterCommand.OPTIONS);
        own.addAll(List.of(Sheet.TOP, Sheet.JSON, Sheet.CSV));
        return own;
    }

    private int run(Arguments arguments, Console console) throws IOException {
        Ensemble ensemble = options.load(arguments, console);
        return switch (QUESTION.parser().apply(arguments.one(WHAT))) {
            case INFO -> infoAnswer(ensemble).print(arguments, console);
            case METADATA ->
                    new Answer(
                                    "metadata of %d runs".formatted(ensemble.runs()),
                                    grouped(ensemble, arguments).metadata(),
                                    Unit.COUNT)
                            .print(arguments, console);
            case STATS ->
                    measured(
                                    ensemble,
                                    EnsembleStatistics.of(
                                            ensemble,
                                            arguments.all(GROUP_BY),
                                            arguments,
                                            threshold(arguments)),
                                    arguments)
                            .print(arguments, console);
            case TOPDOWN ->
                    new Answer(
                                    "shares of issue slots, mean of %d runs"
                                            .formatted(ensemble.runs()),
                                    topDown(ensemble, arguments.all(GROUP_BY)),
                                    Unit.COUNT)
                            .print(arguments, console);
            case PIVOT ->
                    measured(ensemble, pivot(ensemble, arguments), arguments)
                            .print(arguments, console);
            case SPEEDUP -> speedup(ensemble, arguments).print(arguments, console);
            case CLUSTER ->
                    new ClusterCommand(grouped(ensemble, arguments), arguments, console).print();
            case VARIABILITY -> variability(ensemble, arguments, console);
        };
    }

    /// What most questions are answered by.
    private record Answer(String heading, Table table, Unit unit, Optional<Metric> metric) {
        Answer(String heading, Table table, Unit unit) {
            this(heading, table, unit, Optional.empty());
        }

        int print(Arguments arguments, Console console) throws IOException {
            var data =
                    new DataAnswer("ensemble-" + arguments.one(WHAT), table)
                            .text("heading", heading);
            metric.ifPresent(data::metric);
            if (data.wrote(arguments, console)) return ExitCode.SUCCESS;
            console.out().println(heading + "\n");
            sheet(table, unit, console).print(Sheet.top(arguments), console);
            return ExitCode.SUCCESS;
        }
    }

    private static Answer infoAnswer(Ensemble ensemble) {
        String heading =
                "%d runs, %d nodes (%d in every run), %d metrics"
                        .formatted(
                                ensemble.runs(),
                                ensemble.tree().size(),
                                ensemble.intersection().tree().size(),
                                ensemble.metrics().size());
        return new Answer(heading, info(ensemble), Unit.COUNT);
    }

    private static Answer measured(Ensemble ensemble, Table table, Arguments arguments) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        String heading = "%s of %d runs".formatted(RunOptions.metricText(metric), ensemble.runs());
        return new Answer(heading, table, metric.unit(), Optional.of(metric));
    }

    private static Answer speedup(Ensemble ensemble, Arguments arguments) {
        Scaling scaling = scaling(ensemble, arguments);
        String heading =
                "%s of %s, %d runs, by %s"
                        .formatted(
                                Value.nameOf(scaling.kind()),
                                RunOptions.metricText(scaling.metric()),
                                ensemble.runs(),
                                scaling.column());
        return new Answer(
                heading, scaling.on(ensemble).table(), Unit.COUNT, Optional.of(scaling.metric()));
    }

    private static int variability(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        var command =
                new VariabilityCommand(
                        EnsembleOptions.metric(ensemble, arguments),
                        arguments.value(BY),
                        arguments,
                        console);
        List<String> columns = arguments.all(GROUP_BY);
        return columns.isEmpty()
                ? command.print(ensemble)
                : command.print(ensemble.groupBy(columns.toArray(String[]::new)));
    }

    private static Table pivot(Ensemble ensemble, Arguments arguments) {
        Ensemble runs = grouped(ensemble, arguments);
        return Pivot.of(
                runs,
                EnsembleOptions.metric(runs, arguments),
                arguments.value(BY, Grouping.FUNCTION),
                threshold(arguments));
    }

    /// How many values each piece of metadata has, and the first of them.
    private static Table info(Ensemble ensemble) {
        Table unique = ensemble.uniqueMetadata();
        List<String> names = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int row = 0; row < unique.rows(); row++) {
            String name = unique.column("column").text(row);
            String value = unique.column("value").text(row);
            if (!names.isEmpty() && names.getLast().equals(name))
                values.add(values.removeLast() + ", " + value);
            else {
                names.add(name);
                counts.add(unique.whole("values").at(row));
                values.add(value);
            }
        }
        return Table.of(
                Column.text("metadata", names),
                Column.whole("different", counts.stream().mapToLong(Long::longValue).toArray()),
                Column.text("values", values));
    }

    private static Ensemble grouped(Ensemble ensemble, Arguments arguments) {
        List<String> columns = arguments.all(GROUP_BY);
        return columns.isEmpty()
                ? ensemble
                : ensemble.aggregated(Statistic.MEAN, columns.toArray(String[]::new));
    }

    private static Table topDown(Ensemble ensemble, List<String> groups) {
        if (groups.isEmpty()) return TopDown.of(ensemble).nodes();
        List<Table> tables = new ArrayList<>();
        for (RunGroup group : ensemble.groupBy(groups.toArray(String[]::new)))
            tables.add(EnsembleStatistics.labelled(group, TopDown.of(group.ensemble()).nodes()));
        return Table.concat(tables);
    }

    private static Scaling scaling(Ensemble ensemble, Arguments arguments) {
        Scaling scaling =
                Scaling.of(
                                arguments.value(KIND, Scaling.Kind.SPEEDUP),
                                EnsembleOptions.metric(ensemble, arguments),
                                ProcessCount.of(ensemble, arguments.value(PROCESSES)))
                        .above(threshold(arguments));
        return arguments.value(BASELINE).map(scaling::from).orElse(scaling);
    }

    private static Threshold threshold(Arguments arguments) {
        return new Threshold.ShareOfLargest(arguments.value(THRESHOLD, USUAL_THRESHOLD) / 100);
    }

    /// Numbers first, then texts, call paths at the end: the last column takes what room is left.
    private static Sheet sheet(Table table, Unit unit, Console console) {
        var sheet = new Sheet(table, console.screen());
        for (Column column : table.columns()) {
            String name = column.name();
            if (column instanceof TextColumn || name.equals("node")) continue;
            sheet.value(name, TextWidth.printable(name), EnsembleStatistics.unitOf(name, unit));
        }
        for (Column column : table.columns())
            if (column instanceof TextColumn && !column.name().equals(PATH))
                sheet.text(column.name(), TextWidth.printable(column.name()));
        if (table.names().contains(PATH)) sheet.text(PATH, PATH);
        return sheet;
    }
}
