package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.MetadataValues;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.ScalingLines;
import treeline.scaling.ProcessCount;
import treeline.scaling.Scaling;
import treeline.table.Column;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `treeline plot scaling`: values, speedup or efficiency by number of processes.
final class ScalingPlot {
    /// What is drawn.
    private enum Kind {
        VALUE,
        SPEEDUP,
        STRONG_EFFICIENCY,
        WEAK_EFFICIENCY;

        Optional<Scaling.Kind> ratio() {
            return this == VALUE ? Optional.empty() : Optional.of(Scaling.Kind.valueOf(name()));
        }
    }

    private static final Option<Kind> KIND =
            Option.of(
                    "kind",
                    Value.choice(Kind.class),
                    "what to draw: the metric with its ideal slope, or how it scales (default:"
                            + " value)");

    private final Metric metric;
    private final String column;
    private final Kind kind;
    private final Arguments arguments;
    private final Console console;
    private final List<String> notes = new ArrayList<>();

    private ScalingPlot(Metric metric, String column, Arguments arguments, Console console) {
        this.metric = metric;
        this.column = column;
        this.kind = arguments.value(KIND, Kind.VALUE);
        this.arguments = arguments;
        this.console = console;
    }

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "scaling",
                "values, speedup or efficiency of nodes by number of processes",
                options.choosingValues(
                        RunOptions.METRIC,
                        KIND,
                        SpeedupQuestion.PROCESSES,
                        SpeedupQuestion.BASELINE,
                        Groups.GROUP_BY,
                        ShownRows.THRESHOLD,
                        PlotKind.TOP),
                "'runs/*.cali' --kind strong_efficiency -o efficiency.svg",
                "which nodes stop scaling",
                ScalingPlot::figure);
    }

    private static ScalingLines figure(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        String column =
                ProcessCount.of(runs, arguments.value(SpeedupQuestion.PROCESSES), "--processes");
        return new ScalingPlot(metric, column, arguments, console).figure(runs);
    }

    private ScalingLines figure(Ensemble runs) {
        if (kind == Kind.VALUE && arguments.has(SpeedupQuestion.BASELINE))
            throw new IllegalArgumentException(
                    "--baseline is for a speedup or an efficiency; name it with --kind");
        List<ScalingLines.Line> lines = new ArrayList<>();
        if (Groups.areAsked(arguments)) {
            Groups groups = Groups.of(runs, arguments);
            for (RunGroup group : groups.all())
                lines.addAll(lines(group.ensemble(), ", " + groups.named(group)));
        } else lines.addAll(lines(runs, ""));
        int others = lines.size() - 8;
        if (others > 0) notes.add("grey: %d more, not named".formatted(others));
        return new ScalingLines(
                PlotKind.caption(
                        kind == Kind.VALUE ? "Scaling with " + column : title(),
                        "%s of %s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(runs.runs(), "run")),
                        notes,
                        arguments),
                column,
                kind == Kind.VALUE
                        ? RunOptions.metricText(metric)
                        : Value.nameOf(kind).replace('_', ' '),
                kind == Kind.VALUE ? metric.unit() : Unit.COUNT,
                kind == Kind.VALUE || kind == Kind.SPEEDUP,
                lines);
    }

    private String title() {
        String name = Value.nameOf(kind).replace('_', ' ');
        return "%s%s by %s"
                .formatted(
                        name.substring(0, 1).toUpperCase(java.util.Locale.ROOT),
                        name.substring(1),
                        column);
    }

    private List<ScalingLines.Line> lines(Ensemble runs, String suffix) {
        List<RunGroup> settings = settings(runs);
        RunChecks.warnOfSettings(settings, console);
        return kind == Kind.VALUE ? values(runs, settings, suffix) : ratios(runs, settings, suffix);
    }

    /// Those whose setting is a number above 0, which a logarithmic axis has a place for.
    private List<RunGroup> settings(Ensemble runs) {
        List<RunGroup> numbered = new ArrayList<>();
        for (RunGroup group : runs.groupBy(column))
            if (number(group) > 0) numbered.add(group);
            else
                console.warn(
                        "left out, because its %s is no number above 0: %s"
                                .formatted(
                                        column,
                                        RunFacts.some(
                                                group.members().stream()
                                                        .map(run -> runs.keys().get(run))
                                                        .toList())));
        if (numbered.isEmpty())
            throw new IllegalArgumentException("no run has a number of " + column);
        return numbered;
    }

    private static double number(RunGroup group) {
        return group.key().getFirst().map(MetadataValues::number).orElse(Double.NaN);
    }

    /// Means of runs of one setting, and one standard deviation around them.
    private List<ScalingLines.Line> values(Ensemble runs, List<RunGroup> settings, String suffix) {
        List<Integer> nodes = PlotNodes.largest(runs, metric, arguments);
        int count = Math.min(nodes.size(), Sheet.top(arguments));
        notes.addAll(new PlotRows(count, nodes.size(), "nodes" + suffix).notes());
        List<double[]> means = new ArrayList<>();
        List<double[]> deviations = new ArrayList<>();
        for (RunGroup setting : settings) {
            Ensemble of = setting.ensemble();
            means.add(Statistics.values(of, metric, Statistic.MEAN));
            deviations.add(Statistics.values(of, metric, Statistic.STD));
        }
        if (notes.stream().noneMatch(note -> note.startsWith("dotted")))
            notes.add(
                    "dotted: ideal scaling from the first point; bands and strokes: one standard"
                            + " deviation");
        List<ScalingLines.Line> lines = new ArrayList<>();
        for (int node : nodes.subList(0, count)) {
            List<ScalingLines.Point> points = new ArrayList<>();
            for (int i = 0; i < settings.size(); i++) {
                double mean = means.get(i)[node];
                double by = deviations.get(i)[node];
                points.add(
                        new ScalingLines.Point(
                                number(settings.get(i)), mean, mean - by, mean + by));
            }
            lines.add(
                    ScalingLines.Line.of(runs.paths().get(node) + suffix, points)
                            .withIdeal(ideal(points, -1)));
        }
        return lines;
    }

    /// A straight line on logarithmic axes from the first point on.
    ///
    /// @param power -1 for times, 1 for speedups, 0 for efficiencies
    private static List<ScalingLines.At> ideal(List<ScalingLines.Point> points, int power) {
        List<ScalingLines.At> ideal = new ArrayList<>();
        for (ScalingLines.Point first : points) {
            if (Double.isNaN(first.value())) continue;
            double last = points.getLast().x();
            for (int step = 0; step <= 32; step++) {
                double x = first.x() * Math.pow(last / first.x(), step / 32.0);
                ideal.add(new ScalingLines.At(x, first.value() * Math.pow(x / first.x(), power)));
            }
            break;
        }
        return ideal;
    }

    /// The rows of `ensemble speedup`, those that lose most first.
    private List<ScalingLines.Line> ratios(Ensemble runs, List<RunGroup> settings, String suffix) {
        Scaling scaling =
                Scaling.of(kind.ratio().orElseThrow(), metric, column)
                        .above(ShownRows.threshold(arguments));
        scaling = arguments.value(SpeedupQuestion.BASELINE).map(scaling::from).orElse(scaling);
        List<String> columns = settings.stream().map(RunGroup::label).toList();
        var verdict = new ScalingVerdict(scaling, runs, columns, true, arguments);
        verdict.warn("", console);
        List<Measured> rows = verdict.rows();
        List<Measured> values = rows.subList(rows.size() - columns.size(), rows.size());
        Column paths = rows.get(1).column();
        int count = Math.min(paths.rows(), Sheet.top(arguments));
        if (count < paths.rows())
            notes.add(
                    "%d of %d nodes%s, those that lose most; --top %d draws all"
                            .formatted(count, paths.rows(), suffix, paths.rows()));
        List<ScalingLines.Line> lines = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<ScalingLines.Point> points = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++)
                points.add(
                        new ScalingLines.Point(
                                number(settings.get(i)),
                                values.get(i).column().number(row),
                                Double.NaN,
                                Double.NaN));
            lines.add(ScalingLines.Line.of(paths.text(row) + suffix, points));
        }
        if (!lines.isEmpty()) lines.set(0, lines.getFirst().withIdeal(ideal(settings)));
        if (notes.stream().noneMatch(note -> note.startsWith("dotted")))
            notes.add("dotted: ideal scaling");
        return lines;
    }

    private List<ScalingLines.At> ideal(List<RunGroup> settings) {
        double first = number(settings.getFirst());
        return ideal(
                settings.stream()
                        .map(
                                setting ->
                                        new ScalingLines.Point(
                                                number(setting), 1, Double.NaN, Double.NaN))
                        .toList(),
                kind == Kind.SPEEDUP && first > 0 ? 1 : 0);
    }
}
