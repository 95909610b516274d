package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.RunGroup;
import treeline.ensemble.Statistic;
import treeline.ensemble.Statistics;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.ScalingLines;
import treeline.scaling.Scaling;
import treeline.scaling.ScalingTable;
import treeline.table.Column;
import treeline.table.Table;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Line plot of values, speedup or efficiency of nodes over the number of processes.
public final class ScalingFigure {
    /// So many lines have a colour and a name.
    private static final int NAMED = 8;

    /// Points of an ideal line, so that it is a line on any axis.
    private static final int STEPS = 32;

    /// The quantity on the vertical axis.
    public enum Kind {
        /// The metric itself, with the slope that is ideal.
        VALUE,
        SPEEDUP,
        STRONG_EFFICIENCY,
        WEAK_EFFICIENCY;

        private Optional<Scaling.Kind> ratio() {
            return this == VALUE ? Optional.empty() : Optional.of(Scaling.Kind.valueOf(name()));
        }

        private String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /// The runs of one result, prepared for drawing.
    ///
    /// @param name such as `compiler = gcc`; empty if runs are not grouped
    /// @param settings the runs of each process count
    /// @param leftOut the note about runs without a process count
    /// @param scaled the scaling of nodes; empty if values are drawn or there are no settings
    public record Part(
            String name,
            Ensemble runs,
            List<RunGroup> settings,
            List<String> leftOut,
            Optional<ScalingTable> scaled) {
        public Part {
            settings = List.copyOf(settings);
            leftOut = List.copyOf(leftOut);
        }

        private String suffix() {
            return name.isEmpty() ? "" : ", " + name;
        }
    }

    private final Ensemble runs;
    private final Metric metric;
    private final String processes;
    private final Kind kind;
    private final FigureOptions shown;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private ScalingFigure(
            Ensemble runs, Metric metric, String processes, Kind kind, FigureOptions shown) {
        this.runs = runs;
        this.metric = metric;
        this.processes = processes;
        this.kind = kind;
        this.shown = shown;
    }

    /// The lines of the nodes that are shown.
    ///
    /// @param processes the metadata with their number
    /// @param baseline the number that ratios compare with; empty for the first
    public static ScalingFigure of(
            Ensemble runs,
            Metric metric,
            String processes,
            Kind kind,
            Optional<String> baseline,
            FigureOptions shown) {
        if (kind == Kind.VALUE && baseline.isPresent())
            throw new IllegalArgumentException("a baseline requires a speedup or an efficiency");
        var figure = new ScalingFigure(runs, metric, processes, kind, shown);
        for (FigureOptions.Group group : shown.groups(runs))
            figure.parts.add(figure.part(group, baseline));
        return figure;
    }

    private Part part(FigureOptions.Group group, Optional<String> baseline) {
        List<String> leftOut = new ArrayList<>();
        List<RunGroup> settings = settings(group.runs(), leftOut);
        Optional<ScalingTable> scaled =
                (settings.isEmpty() ? Optional.<Scaling.Kind>empty() : kind.ratio())
                        .map(ratio -> Scaling.of(ratio, metric, processes))
                        .map(scaling -> scaling.above(shown.threshold()))
                        .map(scaling -> baseline.map(scaling::from).orElse(scaling))
                        .map(
                                scaling ->
                                        ScalingTable.of(
                                                scaling, group.runs(), labels(settings), true));
        return new Part(group.name(), group.runs(), settings, leftOut, scaled);
    }

    /// Those whose setting is a number above 0, which a logarithmic axis has a place for.
    private List<RunGroup> settings(Ensemble of, List<String> leftOut) {
        List<RunGroup> numbered = new ArrayList<>();
        for (RunGroup group : of.groupBy(processes))
            if (number(group) > 0) numbered.add(group);
            else
                leftOut.add(
                        "omitted, because its %s is not a positive number: %s"
                                .formatted(
                                        processes,
                                        DisplayNames.some(
                                                group.members().stream()
                                                        .map(run -> of.keys().get(run))
                                                        .toList())));
        return numbered;
    }

    private static double number(RunGroup group) {
        return group.key().getFirst().map(MetadataValues::number).orElse(Double.NaN);
    }

    private static List<String> labels(List<RunGroup> settings) {
        return settings.stream().map(RunGroup::label).toList();
    }

    /// What the picture is made from, a part for each group of runs.
    public List<Part> parts() {
        return List.copyOf(parts);
    }

    /// The picture.
    ///
    /// @throws IllegalArgumentException where the runs of a part have no number of processes
    public ScalingLines figure() {
        if (parts.stream().anyMatch(part -> part.settings().isEmpty()))
            throw new IllegalArgumentException("no run has numeric metadata for " + processes);
        notes.clear();
        List<ScalingLines.Line> lines = new ArrayList<>();
        for (Part part : parts) lines.addAll(kind == Kind.VALUE ? values(part) : ratios(part));
        int others = lines.size() - NAMED;
        if (others > 0) notes.add("grey: %d more, not named".formatted(others));
        if (shown.wording() == Wording.PROGRAM)
            for (Part part : parts) notes.addAll(part.leftOut());
        notes.addAll(Captions.lacking(runs, List.of(metric), shown.wording()));
        return new ScalingLines(
                new Caption(title(), Captions.of(metric, compared()), notes),
                processes,
                kind == Kind.VALUE ? DisplayNames.of(metric) : kind.words(),
                kind == Kind.VALUE ? metric.unit() : Unit.COUNT,
                kind == Kind.VALUE || kind == Kind.SPEEDUP,
                lines);
    }

    /// How many runs have a setting.
    private int compared() {
        return parts.stream()
                .flatMap(part -> part.settings().stream())
                .mapToInt(setting -> setting.members().size())
                .sum();
    }

    private String title() {
        if (kind == Kind.VALUE) return "Scaling with " + processes;
        String name = kind.words();
        return "%s%s by %s"
                .formatted(
                        name.substring(0, 1).toUpperCase(Locale.ROOT),
                        name.substring(1),
                        processes);
    }

    /// Means of runs of one setting, and one standard deviation around them.
    private List<ScalingLines.Line> values(Part part) {
        List<Integer> nodes = FigureOptions.largest(part.runs(), metric, shown.threshold());
        int count = shown.count(nodes.size());
        notes.addAll(
                shown.notesOfRest(count, nodes.size(), "nodes" + part.suffix(), Captions.LARGEST));
        noteOnce(
                "dotted: ideal scaling from the first point; bands and strokes: one standard"
                        + " deviation");
        List<double[]> means = new ArrayList<>();
        List<double[]> deviations = new ArrayList<>();
        for (RunGroup setting : part.settings()) {
            Ensemble of = setting.ensemble();
            means.add(Statistics.values(of, metric, Statistic.MEAN));
            deviations.add(Statistics.values(of, metric, Statistic.STD));
        }
        List<ScalingLines.Line> lines = new ArrayList<>();
        for (int node : nodes.subList(0, count)) {
            List<ScalingLines.Point> points = new ArrayList<>();
            for (int i = 0; i < means.size(); i++) {
                double mean = means.get(i)[node];
                double by = deviations.get(i)[node];
                points.add(
                        new ScalingLines.Point(
                                number(part.settings().get(i)), mean, mean - by, mean + by));
            }
            lines.add(
                    ScalingLines.Line.of(part.runs().paths().get(node) + part.suffix(), points)
                            .withIdeal(ideal(points, -1)));
        }
        return lines;
    }

    /// The rows of `ensemble speedup`, largest loss first first.
    private List<ScalingLines.Line> ratios(Part part) {
        Table rows = part.scaled().orElseThrow().table();
        int settings = part.settings().size();
        List<Column> values =
                rows.columns().subList(rows.columns().size() - settings, rows.columns().size());
        int count = shown.count(rows.rows());
        notes.addAll(
                shown.notesOfRest(
                        count, rows.rows(), "nodes" + part.suffix(), "largest loss first"));
        noteOnce("dotted: ideal scaling");
        List<ScalingLines.Line> lines = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            List<ScalingLines.Point> points = new ArrayList<>();
            for (int i = 0; i < settings; i++)
                points.add(point(number(part.settings().get(i)), values.get(i).number(row)));
            lines.add(ScalingLines.Line.of(rows.column("path").text(row) + part.suffix(), points));
        }
        if (!lines.isEmpty()) lines.set(0, lines.getFirst().withIdeal(ideal(part.settings())));
        return lines;
    }

    private void noteOnce(String reading) {
        if (!notes.contains(reading)) notes.add(reading);
    }

    private static ScalingLines.Point point(double x, double value) {
        return new ScalingLines.Point(x, value, Double.NaN, Double.NaN);
    }

    private List<ScalingLines.At> ideal(List<RunGroup> settings) {
        return ideal(
                settings.stream().map(setting -> point(number(setting), 1)).toList(),
                kind == Kind.SPEEDUP ? 1 : 0);
    }

    /// A straight line on logarithmic axes from the first point on.
    ///
    /// @param power -1 for times, 1 for speedups, 0 for efficiencies
    private static List<ScalingLines.At> ideal(List<ScalingLines.Point> points, int power) {
        List<ScalingLines.At> ideal = new ArrayList<>();
        for (ScalingLines.Point first : points) {
            if (Double.isNaN(first.value())) continue;
            double last = points.getLast().x();
            for (int step = 0; step <= STEPS; step++) {
                double x = first.x() * Math.pow(last / first.x(), step / (double) STEPS);
                ideal.add(new ScalingLines.At(x, first.value() * Math.pow(x / first.x(), power)));
            }
            break;
        }
        return ideal;
    }
}
