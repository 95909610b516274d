package treeline.app.commands.builds;

import treeline.app.cli.Command;
import treeline.app.commands.output.OutputFormat;
import treeline.app.terminal.Console;
import treeline.archive.ArchiveIndex;
import treeline.archive.ArchivedRun;
import treeline.compare.GatePolicy;
import treeline.compare.Trend;
import treeline.figure.TrendFigure;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Outline;
import treeline.model.TreeBuilder;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Sparkline;
import treeline.question.screen.TextWidth;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;

/// `treeline archive trend`: the history of a node with its change points, or all nodes that
/// changed.
final class ArchiveTrend {
    private static final Operand NODE =
            Operand.maybe(
                    ParameterType.text("NODE"),
                    "a call path or an unambiguous suffix of one, or (total) for the whole run"
                            + " (default: list all nodes that changed)");
    private static final Parameter<String> METRIC = RunOptions.METRIC;
    private static final int WIDEST = 100;

    /// A permutation test of so few builds cannot reach its level.
    static final String TOO_FEW =
            "no change can be significant with fewer than %d builds; use 'treeline compare' for two"
                            .formatted(Trend.MIN_BUILDS)
                    + " builds";

    private ArchiveTrend() {}

    static Command command() {
        return new Command(
                "archive trend",
                "show when nodes changed over the builds of an archive",
                List.of(NODE),
                List.of(
                        METRIC,
                        ArchiveOptions.ARCHIVE,
                        ArchiveOptions.BRANCH,
                        ArchiveOptions.WHERE,
                        CompareCommand.MIN_SHARE,
                        ChangeGate.FAIL_ON_CHANGE,
                        ChangeGate.NEWEST,
                        RowLimit.TOP,
                        OutputFormat.JSON,
                        OutputFormat.CSV),
                List.of(
                        new Command.Example(
                                "treeline archive trend --archive perf --branch main",
                                "all nodes that changed, and when"),
                        new Command.Example(
                                "treeline archive trend --archive perf --fail-on-change --newest 5",
                                "fail if a node became slower in the newest five builds"),
                        new Command.Example(
                                "treeline archive trend main/step --archive perf --metric"
                                        + " time:exclusive --csv",
                                "the history of one node, one row per run")),
                ArchiveTrend::run);
    }

    private static int run(Arguments arguments, Console console) throws IOException {
        return ArchiveOptions.ask(arguments, console, index -> answer(index, arguments, console));
    }

    private static int answer(ArchiveIndex index, Arguments arguments, Console console)
            throws IOException {
        var gate = ChangeGate.of(arguments);
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        if (arguments.maybe(NODE).isEmpty())
            return answerAll(index, runs, gate, arguments, console);
        String path = index.path(arguments.one(NODE));
        Trend trend = index.trend(path, metric(index, arguments), runs);
        if (!OutputFormat.wroteData(data(trend, runs.size(), gate), arguments, console))
            print(trend, runs.size(), gate, arguments, console);
        return gate.exitCode(verdict(trend, gate));
    }

    private static int answerAll(
            ArchiveIndex index,
            List<ArchivedRun> runs,
            ChangeGate gate,
            Arguments arguments,
            Console console)
            throws IOException {
        double leastShare =
                arguments.value(CompareCommand.MIN_SHARE, GatePolicy.DEFAULT.leastShare());
        Metric metric = metric(index, arguments);
        Metric compared =
                arguments.has(METRIC) || !metric.addsUp() ? metric : metric.in(Scope.EXCLUSIVE);
        var answer =
                new ChangedNodesAnswer(
                        index.changedNodes(compared, runs, leastShare), leastShare, gate);
        answer.print(arguments, console);
        return answer.exitCode();
    }

    private static ChangeGate.Verdict verdict(Trend trend, ChangeGate gate) {
        return new ChangeGate.Verdict(
                trend.builds(), trend.builds() >= Trend.MIN_BUILDS, slowdowns(trend, gate));
    }

    private static int slowdowns(Trend trend, ChangeGate gate) {
        return (int)
                trend.changes().stream()
                        .filter(change -> change.after() > change.before())
                        .filter(change -> change.build() >= trend.builds() - gate.newest())
                        .count();
    }

    /// Metrics are named as for one run. The history of one node is inclusive unless another scope
    /// is named.
    static Metric metric(ArchiveIndex index, Arguments arguments) throws IOException {
        var known =
                new Outline(
                        new TreeBuilder().build(),
                        List.of(),
                        List.of(),
                        index.metrics(),
                        Metadata.NONE);
        return arguments.value(METRIC).map(known::metric).orElseGet(known::defaultMetric);
    }

    private static Answer data(Trend trend, int runs, ChangeGate gate) {
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
        return new Answer.Builder("archive trend", table)
                .text("node", trend.node())
                .metric(trend.metric())
                .values(trend.metric(), "value")
                .with(json -> json.name("runs").value(runs))
                .with(json -> json.name("builds").value(trend.builds()))
                .with(json -> gate.write(verdict(trend, gate), json))
                .with(json -> writeSegments(trend, json))
                .with(json -> writeChanges(trend, json))
                .build();
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
            json.name("builds").value(each.builds());
            json.name("set_aside").value(each.aside()).name("mean").value(each.mean());
            json.name("deviation").value(each.deviation()).end();
        }
        json.end();
    }

    private static void writeChanges(Trend trend, JsonWriter json) {
        json.name("changes").array();
        for (Trend.Change each : trend.changes()) {
            Trend.Point first = trend.points().get(each.at());
            json.object().name("at").value(each.at()).name("build").value(each.build());
            json.name("run").value(first.run());
            json.name("commit").value(first.commit());
            json.name("time").value(first.time().toString());
            json.name("before").value(each.before()).name("after").value(each.after());
            json.name("ratio").value(each.ratio()).name("p").value(each.p()).end();
        }
        json.end();
    }

    private static void print(
            Trend trend, int runs, ChangeGate gate, Arguments arguments, Console console) {
        console.out()
                .println(
                        "%s of %s in %s of %s"
                                .formatted(
                                        RunOptions.metricText(trend.metric()),
                                        TextWidth.printable(trend.node()),
                                        ContextSummary.counted(trend.points().size(), "run"),
                                        ContextSummary.counted(trend.builds(), "build")));
        if (gate.isSet()) console.out().println(gate.painted(verdict(trend, gate), console));
        if (trend.points().size() < runs)
            console.out()
                    .println(
                            "%s without the node: not part of the history"
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
                        Column.whole("builds", rows, row -> segments.get(row).builds()),
                        Column.whole("runs", rows, row -> segments.get(row).size()),
                        Column.text("since", rows, row -> first(trend, row).time().toString()),
                        Column.text("commit", rows, row -> first(trend, row).commit()));
        OutputFormat.print(
                Section.of(table)
                        .value("mean", "level", trend.metric().unit())
                        .computed("change", true, (row, _) -> change(trend, row))
                        .value("deviation", "deviation", trend.metric().unit())
                        .number("builds", "builds")
                        .number("runs", "runs")
                        .text("since", "since")
                        .text("commit", "commit")
                        .top(RowLimit.top(arguments)),
                console);
        int aside = segments.stream().mapToInt(Trend.Segment::aside).sum();
        if (aside > 0)
            console.out()
                    .println(
                            "\n%s, excluded from the level means"
                                    .formatted(ContextSummary.counted(aside, "outlier build")));
        console.out().println("\n" + conclusion(trend));
    }

    private static String conclusion(Trend trend) {
        if (trend.builds() < Trend.MIN_BUILDS) return TOO_FEW;
        return trend.changes().isEmpty()
                ? "no significant change"
                : ContextSummary.counted(trend.changes().size(), "change")
                        + " (permutation test of the build means at level 0.01)";
    }

    private static Trend.Point first(Trend trend, int segment) {
        return trend.points().get(trend.segments().get(segment).from());
    }

    private static String change(Trend trend, int segment) {
        return segment == 0 ? "" : TrendFigure.change(trend.changes().get(segment - 1));
    }
}
