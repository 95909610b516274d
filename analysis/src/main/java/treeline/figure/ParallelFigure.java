package treeline.figure;

import treeline.ensemble.Ensemble;
import treeline.ensemble.ShortNames;
import treeline.ensemble.metadata.MetadataValues;
import treeline.ensemble.statistics.MetadataSummary;
import treeline.ensemble.statistics.MetricCoverage;
import treeline.ensemble.statistics.Variability;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.plot.Caption;
import treeline.plot.ParallelCoordinates;
import treeline.text.NaturalOrder;
import treeline.view.DisplayNames;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Parallel coordinates of runs: one axis per varying metadata key, and the metric of the whole run
/// as the last axis.
public final class ParallelFigure {
    private static final int MAX_SIDES = 10;
    private static final int MANY_TEXTS = 8;

    /// When runs were made, which every tool writes down in its own way.
    private static final Pattern WHEN =
            Pattern.compile("(?i)launchdate|start|start_?time.*|archive\\.(time|added)");

    private ParallelFigure() {}

    /// A line for each run through its metadata and its value.
    ///
    /// @param columns metadata to draw an axis of; empty for those in which runs differ, few values
    ///   first
    /// @param colour what gives lines their colour; empty for the first that all runs have
    public static ParallelCoordinates of(
            Ensemble runs,
            Metric metric,
            List<String> columns,
            Optional<String> colour,
            Wording wording) {
        List<String> all =
                columns.isEmpty()
                        ? MetadataSummary.of(runs).differing().stream()
                                .map(MetadataSummary.Fact::name)
                                .toList()
                        : columns;
        all.forEach(runs::requireMetadata);
        List<String> names =
                columns.isEmpty()
                        ? all.stream()
                                .filter(name -> saysSomething(runs, name))
                                .limit(MAX_SIDES)
                                .toList()
                        : columns;
        if (names.isEmpty())
            throw new IllegalArgumentException(
                    all.isEmpty()
                            ? "the runs do not differ in any metadata"
                            : "the runs differ in %s only; %s draws it"
                                    .formatted(String.join(", ", all), wording.onlyColumn()));
        List<ParallelCoordinates.Side> sides = new ArrayList<>();
        for (String name : names) sides.add(side(runs, name));
        sides.add(total(runs, metric));
        int colouredBy = colour.map(names::indexOf).orElseGet(() -> defaultSide(sides));
        if (colouredBy < 0)
            throw new IllegalArgumentException(
                    "%s is not one of the axes: %s"
                            .formatted(wording.colour(colour.orElseThrow()), names));
        List<String> notes = new ArrayList<>(leftOut(all, names, wording));
        notes.addAll(Captions.lacking(runs, List.of(metric), wording));
        return new ParallelCoordinates(
                new Caption("Metadata and values of runs", Captions.of(metric, runs), notes),
                ShortNames.of(runs.keys()).all(),
                sides,
                colouredBy);
    }

    private static List<String> leftOut(List<String> all, List<String> drawn, Wording wording) {
        List<String> leftOut = all.stream().filter(name -> !drawn.contains(name)).toList();
        return leftOut.isEmpty()
                ? List.of()
                : List.of(
                        "omitted: %s; %s adds an axis"
                                .formatted(DisplayNames.some(leftOut), wording.column()));
    }

    /// Whether lines over it may show something: it has two values at least, and is no time of day
    /// or text that is another in most runs, such as their hosts.
    private static boolean saysSomething(Ensemble runs, String name) {
        if (WHEN.matcher(name).matches()) return false;
        ParallelCoordinates.Side side = side(runs, name);
        long different = side.values().stream().filter(each -> !each.isNaN()).distinct().count();
        boolean many = different > MANY_TEXTS && 2 * different > runs.runs();
        return different > 1 && (side.texts().isEmpty() || !many);
    }

    /// The first that all runs have, because a run without it has no colour.
    private static int defaultSide(List<ParallelCoordinates.Side> sides) {
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
                DisplayNames.of(metric), metric.unit(), List.of(), totals);
    }
}
