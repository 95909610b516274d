package treeline.figure;

import treeline.compare.Trend;
import treeline.model.Metric;
import treeline.plot.Caption;
import treeline.view.ContextSummary;
import treeline.view.Names;
import treeline.view.Quantity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// How nodes changed over the runs of a history, and where.
public final class TrendFigure {
    private static final int SHORT_COMMIT = 8;

    private TrendFigure() {}

    /// A run of the history.
    ///
    /// @param commit empty where it is not known
    public record Dated(String name, String commit) {}

    /// How nodes changed over the history of a program.
    ///
    /// @param trends of some nodes
    /// @param runs in the order of the history; all that the points of the trends name
    public static treeline.plot.Trend of(List<Trend> trends, Metric metric, List<Dated> runs) {
        List<String> names = runs.stream().map(Dated::name).toList();
        boolean commits = runs.stream().noneMatch(run -> run.commit().isEmpty());
        List<String> notes = new ArrayList<>();
        List<treeline.plot.Trend.Line> lines = new ArrayList<>();
        for (Trend trend : trends) {
            lines.add(line(trend, names));
            notes.addAll(notes(trend, names.size()));
        }
        notes.add("thick: the mean between two changes, without single spikes");
        return new treeline.plot.Trend(
                new Caption(
                        "History",
                        "%s of %s"
                                .formatted(
                                        Names.of(metric),
                                        ContextSummary.counted(runs.size(), "run")),
                        notes),
                commits ? "commit" : "run",
                Names.of(metric),
                metric.unit(),
                commits ? runs.stream().map(TrendFigure::shortCommit).toList() : names,
                lines);
    }

    private static String shortCommit(Dated run) {
        return run.commit().substring(0, Math.min(SHORT_COMMIT, run.commit().length()));
    }

    /// Runs without the node have no value.
    private static treeline.plot.Trend.Line line(Trend trend, List<String> runs) {
        List<Double> values = new ArrayList<>(Collections.nCopies(runs.size(), Double.NaN));
        List<Integer> at = new ArrayList<>();
        for (Trend.Point point : trend.points()) {
            at.add(runs.indexOf(point.run()));
            values.set(at.getLast(), point.value());
        }
        return new treeline.plot.Trend.Line(
                trend.node(),
                values,
                trend.segments().stream()
                        .map(
                                each ->
                                        new treeline.plot.Trend.Segment(
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
                    "%s: %s since %s (p = %.2g)"
                            .formatted(
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
