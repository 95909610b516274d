package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.formats.Formats;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.question.input.Between;
import treeline.question.input.Choice;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.UsageException;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.source.Selection;
import treeline.source.Traces;
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
import java.util.function.Supplier;

/// `treeline trace`: what the contexts of a run did over time.
public final class TraceCommand {
    private static final int MOST_BINS = 10_000;
    private static final int SHOWN = 3;

    private static final Parameter<Boolean> SAMPLES =
            Parameter.flag("samples", "list what contexts were in, from when to when");
    private static final Parameter<Integer> BINS =
            Parameter.of(
                    "bins",
                    ParameterType.whole("N", 1, MOST_BINS),
                    "divide the time into N equal bins: time of each function in each");
    private static final Parameter<Integer> TOP =
            Parameter.of(
                            "top",
                            ParameterType.whole("N", 1, Integer.MAX_VALUE),
                            "rows to show, or functions of --bins, others are (other) (default:"
                                    + " 20)")
                    .letter('n');

    private final Supplier<Formats> formats;
    private final RunOptions options;

    public TraceCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "trace",
                "show what contexts did over time: samples, or functions in bins of time",
                List.of(RunOptions.PATH),
                List.of(
                        Between.OPTION,
                        SAMPLES,
                        BINS,
                        TOP,
                        Choice.CONTEXTS,
                        Choice.RANK,
                        Choice.THREAD,
                        Choice.REPETITION,
                        Sheet.JSON,
                        Sheet.CSV,
                        options.format()),
                List.of(
                        new Command.Example(
                                "treeline trace measured.d", "who was traced, and how long"),
                        new Command.Example(
                                "treeline trace measured.d --bins 20 --rank 0",
                                "what rank 0 did in each twentieth of the run"),
                        new Command.Example(
                                "treeline trace measured.d --samples --between 10s 12s --csv",
                                "every change of call path in two seconds, as CSV")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        if (arguments.has(SAMPLES) && arguments.has(BINS))
            throw new UsageException(
                    "--samples and --bins exclude each other", "choose one of them");
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording =
                Recording.open(formats.get(), path, arguments.value(options.format()), console)) {
            Traces traces = recording.source().traces();
            TracePart part = part(path, recording.source().outline(), traces, arguments);
            if (arguments.has(BINS)) bins(recording, part, arguments, console);
            else table(recording, part, traces.endNanos(), arguments, console);
        }
        return ExitCode.SUCCESS;
    }

    private static TracePart part(
            String path, Outline outline, Traces traces, Arguments arguments) {
        if (traces.isEmpty()) throw new IllegalArgumentException(path + " has no traces");
        TimeWindow window =
                Between.window(path, traces, arguments)
                        .orElseGet(() -> new TimeWindow(0, Math.max(1, traces.endNanos())));
        Selection chosen = Choice.contexts(outline, arguments);
        if (arguments.has(BINS) && hasBoth(outline, chosen)) chosen = threads(outline, chosen);
        TracePart part = TracePart.of(outline, traces, chosen, window);
        if (part.lines().isEmpty())
            throw new IllegalArgumentException("none of the chosen contexts was traced");
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
        String reason = "GPU streams are not in the bins of threads; choose --contexts 'stream(*)'";
        return part.report()
                .and(new ReadReport(List.of(new ReadReport.Entry(reason, 1, "", false))));
    }

    private static boolean wrote(
            Table rows,
            Recording recording,
            TracePart part,
            Arguments arguments,
            Console console,
            String... timed)
            throws IOException {
        ReadReport report = recording.report().and(notes(part, arguments));
        String path = arguments.one(RunOptions.PATH);
        var data =
                new DataAnswer("trace", rows)
                        .with(
                                json -> {
                                    json.name("run").object().name("path").value(path);
                                    json.name("format").value(recording.format().name()).end();
                                })
                        .with(json -> Notes.write(report, json));
        for (String column : timed) data.unit(column, Unit.SECONDS);
        if (data.wrote(arguments, console)) {
            Notes.warn(report, console);
            return true;
        }
        Notes.print(report, console);
        return false;
    }

    private static void table(
            Recording recording, TracePart part, long end, Arguments arguments, Console console)
            throws IOException {
        boolean samples = arguments.has(SAMPLES);
        Table rows = samples ? TraceTable.samples(part) : TraceTable.contexts(part);
        if (wrote(rows, recording, part, arguments, console, "begin", "end")) return;
        console.out()
                .println(
                        "%s, %s\n"
                                .formatted(
                                        ContextSummary.counted(part.lines().size(), "trace"),
                                        Between.text(part.window(), end)));
        Sheet sheet =
                new Sheet(rows, console.screen())
                        .value("begin", "from", Unit.SECONDS)
                        .value("end", "to", Unit.SECONDS);
        if (samples) sheet.text("context", "context").text("path", "call path");
        else sheet.number("samples", "records").text("context", "context");
        sheet.print(Sheet.top(arguments), console);
    }

    private static void bins(
            Recording recording, TracePart part, Arguments arguments, Console console)
            throws IOException {
        int count = arguments.value(BINS).orElseThrow();
        TraceBins bins = TraceBins.of(part, count, Sheet.top(arguments));
        if (wrote(bins.table(), recording, part, arguments, console, "begin", "end", "seconds"))
            return;
        console.out()
                .println(
                        "time of %s together, and the functions with most of it\n"
                                .formatted(ContextSummary.counted(part.lines().size(), "trace")));
        Table rows =
                Table.of(
                        Column.real("begin", count, bin -> bins.edges().get(bin) / 1e9),
                        Column.real("end", count, bin -> bins.edges().get(bin + 1) / 1e9),
                        Column.real("seconds", count, bin -> total(bins, bin) / 1e9),
                        Column.text("functions", count, bin -> functions(bins, bin)));
        new Sheet(rows, console.screen())
                .value("begin", "from", Unit.SECONDS)
                .value("end", "to", Unit.SECONDS)
                .value("seconds", "time", Unit.SECONDS)
                .text("functions", "functions")
                .print(Integer.MAX_VALUE, console);
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
        for (int row : rows.subList(0, Math.min(SHOWN, rows.size())))
            texts.add(
                    "%s %s"
                            .formatted(
                                    TextWidth.printable(bins.functions().get(row)),
                                    Quantity.percent(bins.nanos().get(row).get(bin) / total)));
        if (rows.size() > SHOWN) texts.add("%,d more".formatted(rows.size() - SHOWN));
        return String.join(", ", texts);
    }
}
