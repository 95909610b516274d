package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.view.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.MetadataValues;
import treeline.ensemble.MetricCoverage;
import treeline.ensemble.Variability;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.NaturalOrder;
import treeline.model.Unit;
import treeline.plot.ParallelCoordinates;
import treeline.view.Names;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// `treeline plot parallel`: runs as lines over the metadata in which they differ, and the metric
/// of the whole run at the end.
final class ParallelPlot {
    private static final int MOST_SIDES = 10;
    private static final int MANY_TEXTS = 8;

    /// When runs were made, which every tool writes down in its own way.
    private static final Pattern WHEN =
            Pattern.compile("(?i)launchdate|start|start_?time.*|archive\\.(time|added)");

    private static final Option<String> COLUMN =
            Option.of(
                            "column",
                            Value.text("METADATA"),
                            "metadata to draw an axis of (default: those in which runs differ, few"
                                    + " values first)")
                    .severalTimes();
    private static final Option<String> COLOUR =
            Option.of(
                            "colour",
                            Value.text("METADATA"),
                            "what gives lines their colour (default: the first that all runs have)")
                    .alsoCalled("color");

    private ParallelPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "parallel",
                "runs as lines over their metadata and their time",
                options.choosingValues(RunOptions.METRIC, COLUMN, COLOUR),
                "'runs/*.cali' --column compiler --column ranks -o settings.svg",
                "which settings go together with long times",
                ParallelPlot::figure);
    }

    private static ParallelCoordinates figure(
            Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        List<String> all =
                arguments.has(COLUMN)
                        ? arguments.all(COLUMN)
                        : Facts.of(runs).differing().stream().map(Facts.Fact::name).toList();
        all.forEach(runs::requireMetadata);
        List<String> names =
                arguments.has(COLUMN)
                        ? all
                        : all.stream()
                                .filter(name -> isTelling(runs, name))
                                .limit(MOST_SIDES)
                                .toList();
        List<ParallelCoordinates.Side> sides = new ArrayList<>();
        for (String name : names) sides.add(side(runs, name));
        if (sides.isEmpty())
            throw new IllegalArgumentException(
                    all.isEmpty()
                            ? "no metadata in which the runs differ"
                            : "the runs differ in %s only; --column draws it"
                                    .formatted(String.join(", ", all)));
        sides.add(total(runs, metric));
        int colour = arguments.value(COLOUR).map(names::indexOf).orElseGet(() -> usual(sides));
        if (colour < 0)
            throw new IllegalArgumentException(
                    "--colour %s is none of the axes: %s"
                            .formatted(arguments.value(COLOUR).orElseThrow(), names));
        List<String> leftOut = all.stream().filter(name -> !names.contains(name)).toList();
        List<String> notes =
                leftOut.isEmpty()
                        ? List.of()
                        : List.of(
                                "left out: %s; --column NAME draws one"
                                        .formatted(Names.some(leftOut)));
        return new ParallelCoordinates(
                PlotKind.caption(
                        "Metadata and values of runs",
                        "%s of %s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(runs.runs(), "run")),
                        notes,
                        arguments),
                ShortNames.of(runs.keys()).all(),
                sides,
                colour);
    }

    /// Whether lines over it may show something: it has two values at least, and is no time of day
    /// or text that is another in most runs, such as their hosts.
    private static boolean isTelling(Ensemble runs, String name) {
        if (WHEN.matcher(name).matches()) return false;
        ParallelCoordinates.Side side = side(runs, name);
        long different = side.values().stream().filter(each -> !each.isNaN()).distinct().count();
        boolean many = different > MANY_TEXTS && 2 * different > runs.runs();
        return different > 1 && (side.texts().isEmpty() || !many);
    }

    /// The first that all runs have, because a run without it has no colour.
    private static int usual(List<ParallelCoordinates.Side> sides) {
        for (int i = 0; i < sides.size() - 1; i++)
            if (sides.get(i).values().stream().noneMatch(each -> each.isNaN())) return i;
        return 0;
    }

    /// An axis of numbers where all runs that have the value have a number.
    private static ParallelCoordinates.Side side(Ensemble runs, String name) {
        List<Optional<Metadata.Value>> values =
                IntStream.range(0, runs.runs())
                        .mapToObj(run -> runs.metadata(run).get(name))
                        .toList();
        boolean numbers =
                values.stream()
                        .flatMap(Optional::stream)
                        .noneMatch(value -> Double.isNaN(MetadataValues.number(value)));
        if (numbers)
            return new ParallelCoordinates.Side(
                    name,
                    Unit.COUNT,
                    List.of(),
                    values.stream()
                            .map(value -> value.map(MetadataValues::number).orElse(Double.NaN))
                            .toList());
        List<String> texts =
                values.stream()
                        .flatMap(Optional::stream)
                        .map(Object::toString)
                        .distinct()
                        .sorted(NaturalOrder.NATURAL)
                        .toList();
        return new ParallelCoordinates.Side(
                name,
                Unit.COUNT,
                texts,
                values.stream()
                        .map(
                                value ->
                                        value.map(each -> (double) texts.indexOf(each.toString()))
                                                .orElse(Double.NaN))
                        .toList());
    }

    /// The whole run, as `ensemble variability` has it.
    private static ParallelCoordinates.Side total(Ensemble runs, Metric metric) {
        List<Double> totals = new ArrayList<>();
        Variability variability = Variability.of(runs, metric);
        List<Integer> without = MetricCoverage.of(runs, metric).without();
        for (int run = 0; run < runs.runs(); run++)
            totals.add(without.contains(run) ? Double.NaN : variability.total(run));
        return new ParallelCoordinates.Side(
                RunOptions.metricText(metric), metric.unit(), List.of(), totals);
    }
}
