package treeline.question.run.rows;

import treeline.model.Context;
import treeline.model.Outline;
import treeline.question.Question;
import treeline.question.answer.Answer;
import treeline.question.answer.Section;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.Recording;
import treeline.question.input.RowLimit;
import treeline.question.input.RunOptions;
import treeline.question.input.Session;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.trace.Traces;
import treeline.table.Column;
import treeline.table.Table;
import treeline.trace.TimeWindow;
import treeline.trace.TraceBins;
import treeline.trace.TracePart;
import treeline.trace.TraceTable;
import treeline.view.ContextSummary;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// `trace`: the traces of a run, as samples or as the time of functions in equal time bins.
public record TraceQuestion(RunOptions options) {
    private static final int MAX_BINS = 10_000;
    private static final int MAX_FUNCTIONS = 3;

    private static final Parameter<Boolean> SAMPLES =
            Parameter.flag("samples", "list the samples: call path, start and end per context");
    private static final Parameter<Integer> BINS =
            Parameter.of(
                    "bins",
                    ParameterType.whole("N", 1, MAX_BINS),
                    "divide the time into N equal bins and show the time per function and bin");
    private static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "rows to show; with --bins, functions to show, the rest as (other)"
                                    + " (default: 20)")
                    .letter('n');

    public Question question() {
        return Question.ofRun(
                        "trace",
                        "show the activity of contexts over time: samples, or functions per time"
                                + " bin",
                        Parameter.all(
                                List.of(Between.OPTION, SAMPLES, BINS, TOP),
                                Choice.OF_CONTEXTS,
                                List.of(options.format())),
                        this::answer)
                .example("treeline trace trace.json", "the traced contexts and their times")
                .example(
                        "treeline trace trace.json --bins 20 --thread 0",
                        "activity of thread 0 in each twentieth of the run")
                .example(
                        "treeline trace trace.json --samples --between 0.2s 0.4s --csv",
                        "every change of call path in 0.2 seconds, as CSV");
    }

    private Answer answer(Arguments arguments, Session session) throws IOException {
        if (arguments.has(SAMPLES) && arguments.has(BINS))
            throw new UsageException("--samples and --bins cannot be combined", "omit one of them");
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.openWhole(path, arguments, session)) {
            TracePart part = part(path, recording, arguments);
            if (arguments.has(BINS)) return bins(recording, part, arguments);
            return arguments.has(SAMPLES)
                    ? samples(recording, part, arguments)
                    : contexts(recording, part, arguments);
        }
    }

    private static TracePart part(String path, Recording recording, Arguments arguments) {
        Outline outline = recording.source().outline();
        Traces traces = recording.source().traces();
        if (traces.isEmpty()) throw new IllegalArgumentException(path + " has no traces");
        TimeWindow window =
                Between.window(path, traces, arguments)
                        .orElseGet(() -> new TimeWindow(0, Math.max(1, traces.endNanos())));
        Selection chosen = Choice.contexts(outline, arguments);
        if (arguments.has(BINS) && hasBoth(outline, chosen)) chosen = threads(outline, chosen);
        TracePart part = TracePart.of(outline, traces, chosen, window);
        if (part.lines().isEmpty())
            throw new IllegalArgumentException("none of the selected contexts was traced");
        return part;
    }

    /// Times of threads and of GPU streams are not added up: only those of threads are, unless
    /// streams alone are chosen.
    private static boolean hasBoth(Outline outline, Selection chosen) {
        int[] contexts = chosen.indexes(outline.contexts().size());
        long streams = Arrays.stream(contexts).filter(each -> isStream(outline, each)).count();
        return streams > 0 && streams < contexts.length;
    }

    private static Selection threads(Outline outline, Selection chosen) {
        return Selection.where(
                outline.contexts().size(),
                each -> chosen.contains(each) && !isStream(outline, each));
    }

    private static boolean isStream(Outline outline, int context) {
        return outline.contexts().get(context).stream() != Context.NONE;
    }

    private static ReadReport notes(TracePart part, Arguments arguments) {
        boolean withoutStreams =
                arguments.has(BINS)
                        && hasBoth(part.outline(), Choice.contexts(part.outline(), arguments));
        if (!withoutStreams) return part.report();
        String reason =
                "GPU streams are not part of the thread bins; select them with --contexts"
                        + " 'stream(*)'";
        return part.report()
                .and(new ReadReport(List.of(new ReadReport.Entry(reason, 1, "", false))));
    }

    private static Answer.Builder named(
            Answer.Builder answer, Recording recording, Arguments arguments) {
        return answer.run("run", arguments.one(RunOptions.PATH), recording.format().name());
    }

    private static Answer.Builder of(
            Table rows, Recording recording, TracePart part, Arguments arguments) {
        ReadReport report = recording.report().and(notes(part, arguments));
        return named(new Answer.Builder("trace", rows), recording, arguments)
                .notes(report)
                .with(json -> Answer.writeNotes(report, json));
    }

    private static String title(Recording recording, TracePart part) {
        return "%s, %s"
                .formatted(
                        ContextSummary.counted(part.lines().size(), "trace"),
                        Between.text(part.window(), recording.source().traces().endNanos()));
    }

    private static Answer contexts(Recording recording, TracePart part, Arguments arguments) {
        Table rows = TraceTable.contexts(part);
        return of(rows, recording, part, arguments)
                .title(title(recording, part))
                .add(times(rows).columns("samples", "context").top(RowLimit.top(arguments)))
                .build();
    }

    private static Answer samples(Recording recording, TracePart part, Arguments arguments) {
        String path = arguments.one(RunOptions.PATH);
        var rows =
                new TraceRows(
                        recording.again(),
                        opened -> part(path, opened, arguments),
                        notes(part, arguments));
        int top = RowLimit.top(arguments);
        return named(new Answer.Builder("trace", rows), recording, arguments)
                .title(title(recording, part))
                .whenShown(
                        rows,
                        top,
                        first ->
                                List.of(
                                        times(first.rows())
                                                .columns("context", "path")
                                                .top(top, first.all())))
                .build();
    }

    private static Section.Builder times(Table rows) {
        return Section.of(rows).columns("begin", "end");
    }

    private static Answer bins(Recording recording, TracePart part, Arguments arguments) {
        int count = arguments.value(BINS).orElseThrow();
        TraceBins bins = TraceBins.of(part, count, RowLimit.top(arguments));
        Table rows =
                Table.of(
                        Column.seconds("begin", count, bin -> bins.edges().get(bin)).headed("from"),
                        Column.seconds("end", count, bin -> bins.edges().get(bin + 1)).headed("to"),
                        Column.seconds("seconds", count, bin -> total(bins, bin)),
                        Column.text("functions", count, bin -> functions(bins, bin)));
        return of(bins.table(), recording, part, arguments)
                .title(
                        "total time of %s, and the functions with the largest share"
                                .formatted(ContextSummary.counted(part.lines().size(), "trace")))
                .add(times(rows).columns("seconds", "functions").all())
                .build();
    }

    private static long total(TraceBins bins, int bin) {
        return bins.nanos().stream().mapToLong(row -> row.get(bin)).sum();
    }

    /// `solve 80.0 %, io 20.0 %`: the largest of a bin, largest first.
    private static String functions(TraceBins bins, int bin) {
        double total = total(bins, bin);
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < bins.functions().size(); row++)
            if (bins.nanos().get(row).get(bin) > 0) rows.add(row);
        rows.sort(
                (a, b) -> Long.compare(bins.nanos().get(b).get(bin), bins.nanos().get(a).get(bin)));
        List<String> texts = new ArrayList<>();
        for (int row : rows.subList(0, Math.min(MAX_FUNCTIONS, rows.size())))
            texts.add(
                    "%s %s"
                            .formatted(
                                    TextWidth.printable(bins.functions().get(row)),
                                    Quantity.percent(bins.nanos().get(row).get(bin) / total)));
        if (rows.size() > MAX_FUNCTIONS)
            texts.add(String.format(Locale.ROOT, "%,d more", rows.size() - MAX_FUNCTIONS));
        return String.join(", ", texts);
    }
}
