package treeline.question.run.report;

import treeline.breakdown.Breakdown;
import treeline.breakdown.GpuUtilisation;
import treeline.breakdown.ReportMetrics;
import treeline.breakdown.SlowRank;
import treeline.breakdown.Verdict;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.numbers.Locations;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.answer.Statement;
import treeline.question.input.Choice;
import treeline.question.input.Needs;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.RunTotals;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.run.DeviceStreams;
import treeline.question.run.ImbalanceAggregations;
import treeline.question.screen.TextWidth;
import treeline.source.trace.Traces;
import treeline.statement.Sentence;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.trace.laws.BrokenLaws;
import treeline.view.Quantity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// `hpcreport`: the time of a run by kind of operation, and its bottleneck.
public record HpcReportQuestion(RunOptions options) {
    public Question question() {
        return Question.ofRun(
                        "hpcreport",
                        "break the time down into MPI, OpenMP, GPU, I/O and other work; name the"
                                + " bottleneck",
                        RunTotals.choosing(options),
                        this::answer)
                .example("treeline hpcreport run.tldb", "time breakdown of the mean rank")
                .example("treeline hpcreport run.tldb --of sum", "sum over all ranks")
                .example("treeline hpcreport run.tldb --rank 0", "one rank");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.open(path, arguments, session)) {
            Outline outline = recording.source().outline();
            if (outline.tree().size() == 0)
                throw new IllegalArgumentException(path + " has no call paths");
            ReportMetrics metrics = metrics(outline, arguments, path);
            Metric main =
                    metrics.cpu()
                            .or(metrics::gpuTotal)
                            .orElseGet(() -> metrics.all().iterator().next());
            RunTotals read = RunTotals.of(recording, main, metrics.all(), arguments, session);
            List<GpuUtilisation> devices =
                    DeviceStreams.of(recording, Choice.contexts(outline, arguments));
            Traces traces = recording.source().traces();
            BrokenLaws laws = BrokenLaws.of(outline, traces, recording.report());
            return answer(
                    read.run(),
                    RunVerdict.of(
                            read.run(),
                            metrics,
                            read.totals(),
                            devices,
                            traces,
                            laws,
                            () -> slowRank(recording, metrics, arguments, session)),
                    devices,
                    WaitSections.of(recording, laws));
        }
    }

    /// From the values of the run: sums over ranks do not tell.
    private static Optional<Sentence> slowRank(
            Recording recording, ReportMetrics metrics, Arguments arguments, Session session) {
        var plan =
                new ImbalanceAggregations(
                        outline -> Locations.of(outline, Locations.By.RANK), List.of());
        try {
            RunOptions.Run run =
                    RunOptions.load(
                            recording,
                            arguments,
                            Needs.METRIC.in(Metric.Scope.EXCLUSIVE).with(plan),
                            session);
            boolean shown = metrics.cpu().filter(run.metric()::equals).isPresent();
            return shown
                    ? plan.answers(run, session).workload().flatMap(SlowRank::of)
                    : Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static ReportMetrics metrics(Outline outline, Arguments arguments, String path) {
        ReportMetrics found = ReportMetrics.of(outline);
        Optional<String> named = arguments.value(RunOptions.METRIC);
        if (named.isPresent()) {
            Metric metric = Choice.of(outline, named, Metric.Scope.EXCLUSIVE, arguments).metric();
            if (!metric.addsUp())
                throw new IllegalArgumentException(
                        "metric '%s' is a point reading: its values do not add up"
                                .formatted(metric.name()));
            return found.withCpu(metric.in(Metric.Scope.EXCLUSIVE), outline);
        }
        if (found.all().isEmpty()) throw noTime(outline, path);
        return found;
    }

    private static IllegalArgumentException noTime(Outline outline, String path) {
        List<String> others =
                outline.metrics().stream()
                        .filter(Metric::addsUp)
                        .map(Metric::name)
                        .distinct()
                        .toList();
        return new IllegalArgumentException(
                "%s has no time, clock or GPU metric whose values add up%s"
                        .formatted(
                                path,
                                others.isEmpty()
                                        ? ""
                                        : "; select one with --metric: "
                                                + String.join(", ", others)));
    }

    private static Answer answer(
            RunOptions.Run run,
            RunVerdict found,
            List<GpuUtilisation> devices,
            List<ReportSection> fromTrace) {
        Verdict verdict = found.verdict();
        Breakdown breakdown = found.breakdown();
        Table table = breakdown.table();
        var answer =
                new Answer.Builder("hpcreport", table)
                        .of(run)
                        .with(json -> write(verdict, devices, json))
                        .add(new Statement(Statement.Kind.VERDICT, verdict.sentence()))
                        .add(said(Statement.Kind.FINDING, verdict.why().stream().skip(1).toList()))
                        .add(fromTrace.stream().map(ReportSection::finding).toList())
                        .add(said(Statement.Kind.OMISSION, verdict.unknown()))
                        .heading(
                                "%s, %s"
                                        .formatted(
                                                TextWidth.printable(run.metric().name()),
                                                run.contextsText()))
                        .add(section(table));
        if (breakdown.cpu().isEmpty() && breakdown.gpu().isPresent())
            answer.add(
                    Statement.omission("no host time: the profile contains GPU measurements only"));
        addDevices(answer, breakdown, devices);
        return answer.build();
    }

    private static List<Statement> said(Statement.Kind kind, List<Sentence> sentences) {
        return sentences.stream().map(each -> new Statement(kind, each)).toList();
    }

    private static void write(Verdict verdict, List<GpuUtilisation> devices, JsonWriter json) {
        json.name("verdict").object().name("bound").value(verdict.bound().text());
        json.name("why").array();
        verdict.why().forEach(each -> json.value(each.text()));
        json.end().name("unknown").array();
        verdict.unknown().forEach(each -> json.value(each.text()));
        json.end().end();
        json.name("devices");
        GpuUtilisation.table(devices).toJson(json);
    }

    /// Parts differ in unit, so values are cells with units.
    private static Section section(Table table) {
        return Section.of(table)
                .columns("part")
                .computed(
                        "time",
                        true,
                        (row, screen) ->
                                new Quantity(3, screen.unicode())
                                        .text(
                                                table.column("value").number(row),
                                                Unit.of(table.column("unit").text(row))))
                .columns("share")
                .computed(
                        "operation",
                        false,
                        (row, _) ->
                                "%s %s"
                                        .formatted(
                                                table.column("major").text(row),
                                                table.column("minor").text(row)))
                .all();
    }

    private static void addDevices(
            Answer.Builder answer, Breakdown breakdown, List<GpuUtilisation> devices) {
        if (!devices.isEmpty())
            answer.heading("GPU busy and idle, from traces of its streams")
                    .add(
                            Section.of(GpuUtilisation.table(devices))
                                    .columns("busy", "idle", "busyShare", "streams", "device")
                                    .all());
        else if (breakdown.gpu().isPresent())
            answer.add(
                    Statement.omission(
                            "cannot determine when the GPU was idle: the profile has no trace of"
                                    + " its streams"));
    }
}
