package treeline.app.commands.builds;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Parameter;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.output.Sparkline;
import treeline.app.terminal.Console;
import treeline.app.terminal.TextWidth;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.compare.Trend;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.TreeBuilder;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;

/// `treeline archive trend`: the history of a node and the runs with which it changed.
final class ArchiveTrend {
    private static final Parameter NODE =
            Parameter.maybe(
                    Value.text("NODE"),
                    "a call path, or the end of one that is unlike all others (default: the whole"
                            + " run)");
    private static final Option<String> METRIC = RunOptions.METRIC;
    private static final int WIDEST = 100;

    private ArchiveTrend() {}

    static Command command() {
        return new Command(
                "archive trend",
                "show how a node changed over the runs of an archive",
                List.of(NODE),
                List.of(
                        METRIC,
                        ArchiveOptions.ARCHIVE,
                        ArchiveOptions.BRANCH,
                        ArchiveOptions.WHERE,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline archive trend --archive perf --branch main",
                                "how long whole runs took"),
                        new Command.Example(
                                "treeline archive trend main/step --archive perf --metric"
                                        + " time:exclusive --csv",
                                "a node by itself, a row for each run")),
                ArchiveTrend::run);
    }

    private static int run(Arguments arguments, Console console) throws IOException {
        return ArchiveOptions.ask(arguments, console, index -> answer(index, arguments, console));
    }

    private static int answer(ArchiveIndex index, Arguments arguments, Console console)
            throws IOException {
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        String path =
                arguments.maybe(NODE).isPresent() ? index.path(arguments.one(NODE)) : Trend.TOTAL;
        Metric metric = metric(index, arguments);
        Trend trend = index.trend(path, metric, runs);
        if (data(trend, runs.size()).wrote(arguments, console)) return ExitCode.SUCCESS;
        print(trend, runs.size(), arguments, console);
        return ExitCode.SUCCESS;
    }

    /// By the same words as of one run; what the history of a node shows is what it takes with all
    /// below it, unless another scope is named.
    static Metric metric(ArchiveIndex index, Arguments arguments) throws IOException {
        var known =
                new Outline(
                        new TreeBuilder().build(),
                        List.of(),
                        List.of(),
                        index.metrics(),
                        Metadata.NONE);
        return arguments.value(METRIC).map(known::metric).orElseGet(known::usualMetric);
    }

    private static DataAnswer data(Trend trend, int runs) {
        List<Trend.Point> points = trend.points();
        int rows = points.size();
        Table table =
                Table.of(
                        Column.text("run", rows, row -> points.get(row).run()),
                        Column.text("time", rows, row -> points.get(row).time().toString()),
                        Column.text("branch", rows, row -> points.get(row).branch()),
                        Column.text("commit", rows, row -> points.get(row).commit()),
                        Column.real("value", rows, row -> points.get(row).value()),
                        Column.whole("segment", rows, row -> segment(trend, row)));
        return new DataAnswer("archive-trend", table)
                .text("node", trend.node())
                .metric(trend.metric())
                .values(trend.metric(), "value")
                .with(json -> json.name("runs").value(runs))
                .with(json -> writeSegments(trend, json))
                .with(json -> writeChanges(trend, json));
    }

    private static int segment(Trend trend, int point) {
        int at = 0;
        while (trend.segments().get(at).end() <= point) at++;
        return at;
    }

    private static void writeSegments(Trend trend, JsonWriter json) {
        json.name("segments").array();
        for (Trend.Segment each : trend.segments()) {
            json.object().name("from").value(each.from()).name("end").value(each.end());
            json.name("set_aside").value(each.aside()).name("mean").value(each.mean());
            json.name("deviation").value(each.deviation()).end();
        }
        json.end();
    }

    private static void writeChanges(Trend trend, JsonWriter json) {
        json.name("changes").array();
        for (Trend.Change each : trend.changes()) {
            Trend.Point first = trend.points().get(each.at());
            json.object().name("at").value(each.at()).name("run").value(first.run());
            json.name("commit").value(first.commit());
            json.name("time").value(first.time().toString());
            json.name("before").value(each.before()).name("after").value(each.after());
            json.name("ratio").value(each.ratio()).name("p").value(each.p()).end();
        }
        json.end();
    }

    private static void print(Trend trend, int runs, Arguments arguments, Console console) {
        console.out()
                .println(
                        "%s of %s in %s"
                                .formatted(
                                        RunOptions.metricText(trend.metric()),
                                        TextWidth.printable(trend.node()),
                                        ContextSummary.counted(trend.points().size(), "run")));
        if (trend.points().size() < runs)
            console.out()
                    .println(
                            "%s without it: no points of the history"
                                    .formatted(
                                            ContextSummary.counted(
                                                    runs - trend.points().size(), "run")));
        if (trend.points().isEmpty()) return;
        double[] values = trend.points().stream().mapToDouble(Trend.Point::value).toArray();
        console.out()
                .println(
                        "\n"
                                + Sparkline.of(
                                        values,
                                        Math.min(WIDEST, console.screen().width()),
                                        console.screen())
                                + "\n");
        printSegments(trend, arguments, console);
    }

    private static void printSegments(Trend trend, Arguments arguments, Console console) {
        List<Trend.Segment> segments = trend.segments();
        int rows = segments.size();
        Table table =
                Table.of(
                        Column.real("mean", rows, row -> segments.get(row).mean()),
                        Column.real("deviation", rows, row -> segments.get(row).deviation()),
                        Column.whole("runs", rows, row -> segments.get(row).size()),
                        Column.text("since", rows, row -> first(trend, row).time().toString()),
                        Column.text("commit", rows, row -> first(trend, row).commit()));
        new Sheet(table, console.screen())
                .value("mean", "level", trend.metric().unit())
                .computed("change", true, row -> change(trend, row))
                .value("deviation", "deviation", trend.metric().unit())
                .number("runs", "runs")
                .text("since", "since")
                .text("commit", "commit")
                .print(Sheet.top(arguments), console);
        int aside = segments.stream().mapToInt(Trend.Segment::aside).sum();
        if (aside > 0)
            console.out()
                    .println(
                            "\n%s far from all around set aside"
                                    .formatted(ContextSummary.counted(aside, "run")));
        console.out()
                .println(
                        rows == 1
                                ? "\nno change stands out from the noise"
                                : "\n%s; a history without one shows one at most once in a hundred"
                                        .formatted(ContextSummary.counted(rows - 1, "change")));
    }

    private static Trend.Point first(Trend trend, int segment) {
        return trend.points().get(trend.segments().get(segment).from());
    }

    private static String change(Trend trend, int segment) {
        return segment == 0 ? "" : change(trend.changes().get(segment - 1));
    }

    /// By how many percent the level changed.
    static String change(Trend.Change change) {
        return (change.ratio() > 1 ? "+" : "") + Quantity.percent(change.ratio() - 1);
    }
}
