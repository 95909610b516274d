package treeline.figure;

import treeline.compare.Trend;
import treeline.model.Metric;
import treeline.plot.Caption;
import treeline.view.ContextSummary;
import treeline.view.DisplayNames;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The history of nodes over the builds of an archive, with change points.
public final class TrendFigure {
    private static final int SHORT_COMMIT = 8;

    private TrendFigure() {}

    /// A run of the history.
    ///
    /// @param commit empty if unknown
    public record Dated(String name, String commit) {}

    /// How nodes changed over the history of a program.
    ///
    /// @param trends of some nodes
    /// @param runs in the order of the history; all that the points of the trends name
    public static treeline.plot.TrendLines of(List<Trend> trends, Metric metric, List<Dated> runs) {
        List<Dated> byBuild = byBuild(runs);
        List<String> names = byBuild.stream().map(Dated::name).toList();
        boolean commits = runs.stream().noneMatch(run -> run.commit().isEmpty());
        List<String> notes = new ArrayList<>();
        List<treeline.plot.TrendLines.Line> lines = new ArrayList<>();
        for (Trend trend : trends) {
            lines.add(line(trend, names));
            notes.addAll(notes(trend, names.size()));
        }
        notes.add("thick: mean of the builds between two changes, outliers excluded");
        return new treeline.plot.TrendLines(
                new Caption(
                        "History",
                        "%s of %s"
                                .formatted(
                                        DisplayNames.of(metric),
                                        ContextSummary.counted(runs.size(), "run")),
                        notes),
                commits ? "commit" : "run",
                DisplayNames.of(metric),
                metric.unit(),
                commits ? byBuild.stream().map(TrendFigure::shortCommit).toList() : names,
                lines);
    }

    /// Runs of the same commit next to each other, as in a [Trend].
    private static List<Dated> byBuild(List<Dated> runs) {
        Map<String, List<Dated>> builds = new LinkedHashMap<>();
        for (Dated run : runs)
            builds.computeIfAbsent(
                            run.commit().isEmpty() ? "run " + run.name() : "commit " + run.commit(),
                            _ -> new ArrayList<>())
                    .add(run);
        return builds.values().stream().flatMap(List::stream).toList();
    }

    private static String shortCommit(Dated run) {
        return run.commit().substring(0, Math.min(SHORT_COMMIT, run.commit().length()));
    }

    /// Runs without the node have no value.
    private static treeline.plot.TrendLines.Line line(Trend trend, List<String> runs) {
        List<Double> values = new ArrayList<>(Collections.nCopies(runs.size(), Double.NaN));
        List<Integer> at = new ArrayList<>();
        Map<String, Integer> indexOf = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) indexOf.put(runs.get(i), i);
        for (Trend.Point point : trend.points()) {
            at.add(indexOf.get(point.run()));
            values.set(at.getLast(), point.value());
        }
        return new treeline.plot.TrendLines.Line(
                trend.node(),
                values,
                trend.segments().stream()
                        .map(
                                each ->
                                        new treeline.plot.TrendLines.Segment(
                                                at.get(each.from()),
                                                at.get(each.end() - 1) + 1,
                                                each.mean()))
                        .toList());
    }

    private static List<String> notes(Trend trend, int runs) {
        List<String> notes = new ArrayList<>();
        if (trend.points().size() < runs)
            notes.add(
                    "%s: %s without a value"
                            .formatted(
                                    trend.node(),
                                    ContextSummary.counted(runs - trend.points().size(), "run")));
        for (Trend.Change change : trend.changes())
            notes.add(
                    String.format(
                            Locale.ROOT,
                            "%s: %s since %s (p = %.2g)",
                            trend.node(),
                            change(change),
                            since(trend.points().get(change.at())),
                            change.p()));
        return notes;
    }

    /// By how many percent the level changed.
    public static String change(Trend.Change change) {
        return (change.ratio() > 1 ? "+" : "") + Quantity.percent(change.ratio() - 1);
    }

    private static String since(Trend.Point point) {
        return point.commit().isEmpty() ? point.run() : point.commit();
    }
}
