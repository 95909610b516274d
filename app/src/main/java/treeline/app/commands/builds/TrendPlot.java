package treeline.app.commands.builds;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.view.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.plot.PlotKind;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.compare.Trend;
import treeline.model.Metric;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline plot trend`: the history that `archive trend` prints, and where it changed.
public final class TrendPlot {
    private static final Parameter NODES =
            Parameter.any(
                    Value.text("NODE"),
                    "call paths, or ends of them that are unlike all others (default: the whole"
                            + " run)");
    private static final int SHORT_COMMIT = 8;

    private TrendPlot() {}

    public static Command command() {
        return PlotKind.command(
                "trend",
                "how nodes changed over the runs of an archive",
                NODES,
                List.of(
                        RunOptions.METRIC,
                        ArchiveOptions.ARCHIVE,
                        ArchiveOptions.BRANCH,
                        ArchiveOptions.WHERE),
                "--archive perf --branch main -o trend.svg",
                "how long whole runs took, and which commit changed that",
                (arguments, console) ->
                        ArchiveOptions.ask(arguments, console, index -> figure(index, arguments)));
    }

    private static treeline.plot.Trend figure(ArchiveIndex index, Arguments arguments)
            throws IOException {
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        Metric metric = ArchiveTrend.metric(index, arguments);
        List<Trend> trends = new ArrayList<>();
        if (arguments.all(NODES).isEmpty()) trends.add(index.trend(Trend.TOTAL, metric, runs));
        for (String node : arguments.all(NODES))
            trends.add(index.trend(index.path(node), metric, runs));
        List<String> names = runs.stream().map(ArchivedRun::name).toList();
        boolean commits = runs.stream().noneMatch(run -> run.commit().isEmpty());
        List<String> notes = new ArrayList<>();
        List<treeline.plot.Trend.Line> lines = new ArrayList<>();
        for (Trend trend : trends) {
            lines.add(line(trend, names));
            notes.addAll(notes(trend, runs));
        }
        notes.add("thick: the mean between two changes, without single spikes");
        return new treeline.plot.Trend(
                PlotKind.caption(
                        "History",
                        "%s of %s"
                                .formatted(
                                        RunOptions.metricText(metric),
                                        ContextSummary.counted(runs.size(), "run")),
                        notes,
                        arguments),
                commits ? "commit" : "run",
                RunOptions.metricText(metric),
                metric.unit(),
                commits ? runs.stream().map(TrendPlot::commit).toList() : names,
                lines);
    }

    private static String commit(ArchivedRun run) {
        return run.commit().substring(0, Math.min(SHORT_COMMIT, run.commit().length()));
    }

    /// Runs without the node have no value.
    private static treeline.plot.Trend.Line line(Trend trend, List<String> runs) {
        List<Double> values =
                new ArrayList<>(java.util.Collections.nCopies(runs.size(), Double.NaN));
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

    private static List<String> notes(Trend trend, List<ArchivedRun> runs) {
        List<String> notes = new ArrayList<>();
        if (trend.points().size() < runs.size())
            notes.add(
                    "%s: %s without a value"
                            .formatted(
                                    trend.node(),
                                    ContextSummary.counted(
                                            runs.size() - trend.points().size(), "run")));
        for (Trend.Change change : trend.changes())
            notes.add(
                    "%s: %s since %s (p = %.2g)"
                            .formatted(
                                    trend.node(),
                                    ArchiveTrend.change(change),
                                    since(trend.points().get(change.at())),
                                    change.p()));
        return notes;
    }

    private static String since(Trend.Point point) {
        return point.commit().isEmpty() ? point.run() : point.commit();
    }
}
