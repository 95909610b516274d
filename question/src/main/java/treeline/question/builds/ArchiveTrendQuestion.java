package treeline.question.builds;

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
import treeline.plot.Figure;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Operand;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.screen.Sparkline;
import treeline.question.screen.TextWidth;
import treeline.statement.Argument;
import treeline.table.Column;
import treeline.table.JsonWriter;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.view.ContextSummary;

import java.io.IOException;
import java.util.List;

/// `archive trend`: the history of a node with its change points, or all nodes that changed.
public final class ArchiveTrendQuestion {
    private static final Operand NODE =
            Operand.maybe(
                    ParameterType.text("NODE"),
                    "a call path or an unambiguous suffix of one, or (total) for the whole run"
                            + " (default: list all nodes that changed)");
    private static final Parameter<String> METRIC = RunOptions.METRIC;

    /// Characters; longer sparklines do not fit next to other text.
    private static final int MAX_SPARKLINE_WIDTH = 100;

    private ArchiveTrendQuestion() {}

    public static Question question() {
        return new Question(
                        "archive trend",
                        "show when nodes changed over the builds of an archive",
                        Question.Subject.ARCHIVE,
                        List.of(NODE),
                        List.of(
                                METRIC,
                                ArchiveOptions.ARCHIVE,
                                ArchiveOptions.BRANCH,
                                ArchiveOptions.WHERE,
                                CompareQuestion.LEAST_SHARE,
                                ChangeGate.FAIL_ON_CHANGE,
                                ChangeGate.NEWEST,
                                RowLimit.TOP),
                        ArchiveTrendQuestion::answer)
                .example(
                        "treeline archive trend --archive perf --branch main",
                        "all nodes that changed, and when")
                .example(
                        "treeline archive trend --archive perf --fail-on-change --newest 5",
                        "fail if a node became slower in the newest five builds")
                .example(
                        "treeline archive trend main/solve --archive perf --metric time:exclusive"
                                + " --csv",
                        "the history of one node, one row per run");
    }

    private static Answer answer(Arguments arguments, Session session) throws IOException {
        return ArchiveOptions.ask(arguments, session, index -> answer(index, arguments));
    }

    private static Answer answer(ArchiveIndex index, Arguments arguments) throws IOException {
        var gate = ChangeGate.of(arguments);
        List<ArchivedRun> runs = ArchiveOptions.chosen(index, arguments);
        Metric metric = metric(index, arguments);
        if (arguments.maybe(NODE).isEmpty())
            return changedNodes(index, runs, metric, gate, arguments);
        return history(
                index.trend(index.path(arguments.one(NODE)), metric, runs), runs, gate, arguments);
    }

    private static Answer changedNodes(
            ArchiveIndex index,
            List<ArchivedRun> runs,
            Metric metric,
            ChangeGate gate,
            Arguments arguments)
            throws IOException {
        double leastShare =
                arguments.value(CompareQuestion.LEAST_SHARE, GatePolicy.DEFAULT.leastShare());
        Metric compared =
                arguments.has(METRIC) || !metric.addsUp() ? metric : metric.in(Scope.EXCLUSIVE);
        return new ChangedNodesAnswer(
                        index.changedNodes(compared, runs, leastShare), leastShare, gate)
                .answer(arguments);
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
    public static Metric metric(ArchiveIndex index, Arguments arguments) throws IOException {
        var known =
                new Outline(
                        new TreeBuilder().build(),
                        List.of(),
                        List.of(),
                        index.metrics(),
                        Metadata.NONE);
        return arguments.value(METRIC).map(known::metric).orElseGet(known::defaultMetric);
    }

    private static Answer history(
            Trend trend, List<ArchivedRun> runs, ChangeGate gate, Arguments arguments) {
        ChangeGate.Verdict verdict = verdict(trend, gate);
        int points = trend.points().size();
        var answer =
                facts(trend, runs.size())
                        .with(json -> gate.write(verdict, json))
                        .with(json -> writeSegments(trend, json))
                        .with(json -> writeChanges(trend, json))
                        .title(
                                "%s of %s in %s of %s"
                                        .formatted(
                                                RunOptions.metricText(trend.metric()),
                                                TextWidth.printable(trend.node()),
                                                ContextSummary.counted(points, "run"),
                                                ContextSummary.counted(trend.builds(), "build")))
                        .gate(gate.result(verdict))
                        .add(gate.statements(verdict));
        if (points < runs.size()) answer.add(absent(runs.size() - points));
        if (points == 0) return answer.build();
        return answer.add(sparkline(trend))
                .gap()
                .add(levels(trend, arguments))
                .gap()
                .add(findings(trend))
                .figure(() -> figure(List.of(trend), trend.metric(), runs))
                .build();
    }

    /// The figure of the histories of several nodes.
    public static Figure figure(List<Trend> trends, Metric metric, List<ArchivedRun> runs) {
        return TrendFigure.of(
                trends,
                metric,
                runs.stream().map(run -> new TrendFigure.Dated(run.name(), run.commit())).toList());
    }

    private static Answer.Builder facts(Trend trend, int runs) {
        List<Trend.Point> points = trend.points();
        int rows = points.size();
        var columns = Rows.of(points);
        Table table =
                Table.of(
                        columns.text("run", Trend.Point::run),
                        columns.text("time", each -> each.time().toString()),
                        columns.text("branch", Trend.Point::branch),
                        columns.text("commit", Trend.Point::commit),
                        columns.real("value", Trend.Point::value).in(trend.metric()),
                        Column.whole("segment", rows, row -> segment(trend, row)));
        return new Answer.Builder("archive trend", table)
                .text("node", trend.node())
                .metric(trend.metric())
                .with(json -> json.name("runs").value(runs))
                .with(json -> json.name("builds").value(trend.builds()));
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

    private static Statement absent(int runs) {
        return Statement.omission(
                "{runs} run%s without the node: not part of the history"
                        .formatted(runs == 1 ? "" : "s"),
                Argument.count(runs));
    }

    private static Section sparkline(Trend trend) {
        double[] values = trend.points().stream().mapToDouble(Trend.Point::value).toArray();
        return Section.of(Table.of(Column.whole("runs", 1, _ -> values.length)))
                .computed(
                        "history",
                        false,
                        (_, screen) ->
                                Sparkline.of(
                                        values,
                                        Math.min(MAX_SPARKLINE_WIDTH, screen.width()),
                                        screen))
                .all();
    }

    private static Section levels(Trend trend, Arguments arguments) {
        List<Trend.Segment> segments = trend.segments();
        int rows = segments.size();
        var columns = Rows.of(segments);
        Table table =
                Table.of(
                        columns.real("mean", Trend.Segment::mean)
                                .in(trend.metric())
                                .headed("level"),
                        columns.real("deviation", Trend.Segment::deviation).in(trend.metric()),
                        columns.whole("builds", Trend.Segment::builds),
                        columns.whole("runs", Trend.Segment::size),
                        Column.text("since", rows, row -> first(trend, row).time().toString()),
                        Column.text("commit", rows, row -> first(trend, row).commit()));
        return Section.of(table)
                .columns("mean")
                .computed("change", true, (row, _) -> change(trend, row))
                .columns("deviation", "builds", "runs", "since", "commit")
                .top(RowLimit.top(arguments));
    }

    private static List<Statement> findings(Trend trend) {
        int aside = trend.segments().stream().mapToInt(Trend.Segment::aside).sum();
        if (aside == 0) return List.of(conclusion(trend));
        return List.of(
                Statement.finding(
                        "{builds} outlier build%s, excluded from the level means"
                                .formatted(aside == 1 ? "" : "s"),
                        Argument.count(aside)),
                conclusion(trend));
    }

    private static Statement conclusion(Trend trend) {
        if (trend.builds() < Trend.MIN_BUILDS) return tooFew();
        int changes = trend.changes().size();
        if (changes == 0) return Statement.finding("no significant change");
        return Statement.finding(
                "{changes} change%s (permutation test of the build means at level {level})"
                        .formatted(changes == 1 ? "" : "s"),
                Argument.count(changes),
                Argument.level(Trend.LEVEL));
    }

    /// A permutation test of so few builds cannot reach its level.
    static Statement tooFew() {
        return Statement.omission(
                "no change can be significant with fewer than {minimum} builds; use 'treeline"
                        + " compare' for two builds",
                Argument.count(Trend.MIN_BUILDS));
    }

    private static Trend.Point first(Trend trend, int segment) {
        return trend.points().get(trend.segments().get(segment).from());
    }

    private static String change(Trend trend, int segment) {
        return segment == 0 ? "" : TrendFigure.change(trend.changes().get(segment - 1));
    }
}
