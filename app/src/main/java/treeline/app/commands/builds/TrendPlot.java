package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.app.commands.plot.PlotKind;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.compare.Trend;
import treeline.figure.TrendFigure;
import treeline.model.Metric;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// `treeline plot trend`: the history that `archive trend` prints, and where it changed.
public final class TrendPlot {
    private static final Operand NODES =
            Operand.any(
                    ParameterType.text("NODE"),
                    "call paths, or ends of them that are unlike all others (default: the whole"
                            + " run)");

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

    private static treeline.plot.TrendLines figure(ArchiveIndex index, Arguments arguments)
            throws IOException {
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        Metric metric = ArchiveTrend.metric(index, arguments);
        List<Trend> trends = new ArrayList<>();
        if (arguments.all(NODES).isEmpty()) trends.add(index.trend(Trend.TOTAL, metric, runs));
        for (String node : arguments.all(NODES))
            trends.add(index.trend(index.path(node), metric, runs));
        return TrendFigure.of(
                trends,
                metric,
                runs.stream().map(run -> new TrendFigure.Dated(run.name(), run.commit())).toList());
    }
}
