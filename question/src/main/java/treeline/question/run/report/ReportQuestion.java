package treeline.question.run.report;

import treeline.breakdown.GpuUtilisation;
import treeline.breakdown.JvmEvents;
import treeline.ledger.Accounts;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.pattern.UserPattern;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Call;
import treeline.question.answer.Statement;
import treeline.question.input.AggregationPlan;
import treeline.question.input.Choice;
import treeline.question.input.Needs;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Signature;
import treeline.question.run.DeviceStreams;
import treeline.question.run.HostTimeNote;
import treeline.select.MetricSelector;
import treeline.single.Grouping;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.statement.Argument;
import treeline.table.JsonWriter;
import treeline.table.Rows;
import treeline.table.Table;
import treeline.trace.laws.BrokenLaws;
import treeline.transform.Reduction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// `report`: the most important results of the other questions on one page.
///
/// @param questions the questions that show more of a section, by name
public record ReportQuestion(RunOptions options, Function<String, Optional<Question>> questions) {
    public Question question() {
        return Question.ofRun(
                        "report",
                        "summarise a run on one page",
                        options.with(RunOptions.WAITING),
                        this::answer)
                .example("treeline report run.tldb", "in the terminal");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.open(path, arguments, session)) {
            return answer(recording, arguments, session);
        }
    }

    private Answer answer(Recording recording, Arguments arguments, Session session)
            throws IOException {
        Outline outline = recording.source().outline();
        boolean jvm = JvmEvents.isIn(outline);
        List<GpuUtilisation> devices =
                DeviceStreams.of(recording, Choice.contexts(outline, arguments));
        Needs needs = jvm || !devices.isEmpty() ? Needs.EVERYTHING : Needs.SERIES;
        Grouping category =
                outline.labels().stream().anyMatch(label -> label.name().equals("tag"))
                        ? Grouping.TAG
                        : Grouping.ACTIVITY;
        List<UserPattern> waiting = arguments.all(RunOptions.WAITING);
        var plan = new ReportPlan(waiting);
        RunOptions.Run run = load(recording, arguments, needs.with(plan), session);
        var findings =
                new ReportFindings(
                        run,
                        plan,
                        plan.findings(run, session),
                        category,
                        session,
                        Accounts.of(run.profile().outline(), waiting));
        Traces all = recording.source().traces();
        BrokenLaws laws = BrokenLaws.of(outline, all, recording.report());
        List<ReportSection> sections = new ArrayList<>(findings.sections());
        if (jvm)
            sections.addAll(new JvmSections(run, traces(recording, run, arguments)).sections());
        if (!devices.isEmpty() && isWhole(run, outline))
            GpuSection.of(run, devices, all, laws).ifPresent(sections::add);
        sections.addAll(WaitSections.of(recording, laws));
        return answer(run, findings, sections, arguments).build();
    }

    /// Loads the values of a run, or of sampled ranks, for the page of a report.
    public static RunOptions.Run loadAll(Recording recording, Arguments arguments, Session session)
            throws IOException {
        return load(recording, arguments, Needs.EVERYTHING.with(AggregationPlan.SAMPLE), session);
    }

    /// Loads a run, with a note if it has GPU time that is not shown.
    private static RunOptions.Run load(
            Recording recording, Arguments arguments, Needs needs, Session session)
            throws IOException {
        RunOptions.Run run =
                HostTimeNote.on(
                        RunOptions.load(recording, arguments, needs, session),
                        recording.source().outline(),
                        arguments);
        if (run.metric().scope() == Metric.Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is a point reading; a report needs an additive metric, such as time"
                            .formatted(run.metric().name()));
        return run;
    }

    /// Whether the values are those of all nodes, as mean or sum, so that they add up.
    private static boolean isWhole(RunOptions.Run run, Outline outline) {
        return (run.over() == Reduction.MEAN || run.over() == Reduction.SUM)
                && run.profile().tree().size() == outline.tree().size();
    }

    /// Of the chosen contexts; none if the nodes of the run are not those of the traces.
    private static Traces traces(Recording recording, RunOptions.Run run, Arguments arguments) {
        Outline outline = recording.source().outline();
        if (run.profile().tree().size() != outline.tree().size()) return Traces.NONE;
        Selection chosen = Choice.contexts(outline, arguments);
        Traces all = recording.source().traces();
        return new Traces(
                all.originNanos(),
                all.endNanos(),
                all.lines().stream().filter(line -> chosen.contains(line.context())).toList());
    }

    private Answer.Builder answer(
            RunOptions.Run run,
            ReportFindings findings,
            List<ReportSection> sections,
            Arguments arguments) {
        var answer =
                new Answer.Builder("report", () -> table(sections), json -> write(sections, json))
                        .of(run)
                        .total(findings.total())
                        .number("elapsed", findings.elapsed())
                        .add(new Statement(Statement.Kind.FINDING, findings.summary()));
        for (ReportSection section : sections) {
            answer.heading(section.title()).add(section.finding());
            section.rows().ifPresent(answer::add);
            if (!section.more().isEmpty()) {
                Call more = more(section.more(), run, arguments);
                answer.add(
                        Statement.advice("more: {command}", Argument.name(more.command()))
                                .followedBy(more));
            }
        }
        return answer;
    }

    /// The question that shows more of a section, about the same part of the run.
    private Call more(List<String> asked, RunOptions.Run run, Arguments arguments) {
        String name = asked.getFirst();
        List<String> words = new ArrayList<>(asked.subList(1, asked.size()));
        words.add(run.path().matches("-.+") ? "./" + run.path() : run.path());
        Signature shownBy = questions.apply(name).orElseGet(this::question).signature();
        List<String> repeated = arguments.repeatedFor(shownBy);
        int metric = repeated.indexOf("--" + RunOptions.METRIC.name());
        if (metric >= 0 && asked.contains("-m")) repeated.subList(metric, metric + 2).clear();
        else if (metric >= 0 && shownBy.parameters().contains(RunOptions.EXCLUSIVE))
            repeated.set(metric + 1, new MetricSelector.Named(run.metric().name(), "e").toString());
        words.addAll(repeated);
        return new Call(name, words);
    }

    private static Table table(List<ReportSection> sections) {
        var rows = Rows.of(sections);
        return Table.of(
                rows.text("title", ReportSection::title),
                rows.text("finding", each -> each.finding().sentence().text()));
    }

    /// One row per section: its sentence, and its rows with raw numbers.
    private static void write(List<ReportSection> sections, JsonWriter json) {
        json.array();
        for (ReportSection section : sections) {
            json.object().name("title").value(section.title());
            json.name("finding").value(section.finding().sentence().text());
            section.data().toJson(json.name("rows"));
            json.end();
        }
        json.end();
    }
}
