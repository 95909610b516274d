package treeline.app.commands.builds;

import treeline.app.commands.plot.PlotKind;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.compare.Trend;
import treeline.model.Metric;
import treeline.plot.Figure;
import treeline.question.builds.ArchiveOptions;
import treeline.question.builds.ArchiveTrendQuestion;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.ParameterType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The plot of the histories and change points that `archive trend` answers with.
public final class BuildPlots {
    private static final Operand NODES =
            Operand.any(
                    ParameterType.text("NODE"),
                    "call paths or unambiguous suffixes of them (default: the whole run)");

    private BuildPlots() {}

    public static PlotKind trend() {
        return new PlotKind(
                "trend",
                "how nodes changed over the runs of an archive",
                NODES,
                List.of(
                        RunOptions.METRIC,
                        ArchiveOptions.ARCHIVE,
                        ArchiveOptions.BRANCH,
                        ArchiveOptions.WHERE),
                "--archive perf --branch main -o trend.svg",
                "total time of the runs, and the commits that changed it",
                (arguments, console) ->
                        ArchiveOptions.ask(arguments, console, index -> figure(index, arguments)));
    }

    private static Figure figure(ArchiveIndex index, Arguments arguments) throws IOException {
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        Metric metric = ArchiveTrendQuestion.metric(index, arguments);
        List<Trend> trends = new ArrayList<>();
        if (arguments.all(NODES).isEmpty()) trends.add(index.trend(Trend.TOTAL, metric, runs));
        for (String node : arguments.all(NODES))
            trends.add(index.trend(index.path(node), metric, runs));
        return ArchiveTrendQuestion.figure(trends, metric, runs);
    }
}
