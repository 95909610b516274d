package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.breakdown.Breakdown;
import treeline.breakdown.DeviceUse;
import treeline.breakdown.ReportMetrics;
import treeline.breakdown.Verdict;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.model.Unit;
import treeline.question.input.Choice;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.input.RunTotals;
import treeline.question.parameter.Arguments;
import treeline.question.screen.Colour;
import treeline.question.screen.TextWidth;
import treeline.table.JsonWriter;
import treeline.table.Table;
import treeline.view.Quantity;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `treeline hpcreport`: where the time went by kind of operation, and what bounds the program.
public final class HpcReportCommand {
    private static final int ALL = Integer.MAX_VALUE;

    private final RunOptions options;

    public HpcReportCommand(Supplier<Formats> formats) {
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "hpcreport",
                "divide the time into MPI, OpenMP, GPU, I/O and the rest; say what bounds the run",
                List.of(RunOptions.PATH),
                RunTotals.choosing(options, Sheet.JSON, Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline hpcreport run.tldb", "what the mean rank spends time on"),
                        new Command.Example(
                                "treeline hpcreport run.tldb --of sum", "all ranks together"),
                        new Command.Example("treeline hpcreport run.tldb --rank 0", "one rank")),
                this::run);
    }

    /// What is known of a run.
    private record Report(
            RunOptions.Run run,
            ReportMetrics metrics,
            Breakdown breakdown,
            Verdict verdict,
            List<DeviceUse> devices) {}

    private int run(Arguments arguments, Console console) throws IOException {
        Report report = report(arguments, console);
        if (data(report).wrote(arguments, console)) return ExitCode.SUCCESS;
        Notes.print(report.run.report(), console);
        print(report, console);
        return ExitCode.SUCCESS;
    }

    private Report report(Arguments arguments, Console console) throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.open(path, arguments, console)) {
            Outline outline = recording.source().outline();
            if (outline.tree().size() == 0)
                throw new IllegalArgumentException(path + " has no call paths");
            ReportMetrics metrics = metrics(outline, arguments, path);
            Metric main =
                    metrics.cpu()
                            .or(metrics::gpuTotal)
                            .orElseGet(() -> metrics.all().iterator().next());
            RunTotals read = RunTotals.of(recording, main, metrics.all(), arguments, console);
            List<DeviceUse> devices =
                    DeviceStreams.of(recording, Choice.contexts(outline, arguments));
            RunVerdict found = RunVerdict.of(read.run(), metrics, read.totals(), devices);
            return new Report(read.run(), metrics, found.breakdown(), found.verdict(), devices);
        }
    }

    private static ReportMetrics metrics(Outline outline, Arguments arguments, String path) {
        ReportMetrics found = ReportMetrics.of(outline);
        Optional<String> named = arguments.value(RunOptions.METRIC);
        if (named.isPresent()) {
            Metric metric = Choice.of(outline, named, Metric.Scope.EXCLUSIVE, arguments).metric();
            if (!metric.addsUp())
                throw new IllegalArgumentException(
                        "metric '%s' is a reading at a point: its values do not add up"
                                .formatted(metric.name()));
            return found.withCpu(metric.in(Metric.Scope.EXCLUSIVE));
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
                                        : "; --metric takes any of " + String.join(", ", others)));
    }

    private static DataAnswer data(Report report) {
        return new DataAnswer("hpcreport", report.breakdown.table())
                .of(report.run)
                .with(json -> write(report, json));
    }

    private static void write(Report report, JsonWriter json) {
        json.name("verdict").object().name("bound").value(report.verdict.bound().text());
        json.name("why").array();
        report.verdict.why().forEach(each -> json.value(each.text()));
        json.end().name("unknown").array();
        report.verdict.unknown().forEach(each -> json.value(each.text()));
        json.end().end();
        json.name("devices");
        DeviceUse.table(report.devices).toJson(json);
    }

    private static void print(Report report, Console console) {
        console.out()
                .println(
                        console.screen().paint(fit(report.verdict.sentence().text()), Colour.BOLD));
        report.verdict.why().stream()
                .skip(1)
                .forEach(line -> console.out().println("  " + line.text()));
        report.verdict
                .unknown()
                .forEach(
                        line ->
                                console.out()
                                        .println(
                                                console.screen()
                                                        .paint("  " + line.text(), Colour.GREY)));
        console.out().println();
        console.out()
                .println(
                        "%s, %s\n"
                                .formatted(
                                        TextWidth.printable(report.run.metric().name()),
                                        report.run.contextsText()));
        printRows(report.breakdown, console);
        printDevices(report, console);
    }

    private static String fit(String text) {
        return TextWidth.printable(text);
    }

    private static void printRows(Breakdown breakdown, Console console) {
        Table table = breakdown.table();
        var quantity = new Quantity(3, console.screen().unicode());
        new Sheet(table, console.screen())
                .text("part", "")
                .computed(
                        "time",
                        true,
                        row ->
                                quantity.text(
                                        table.column("value").number(row),
                                        Unit.of(table.column("unit").text(row))))
                .share("share", "share")
                .computed(
                        "operation",
                        false,
                        row ->
                                "%s %s"
                                        .formatted(
                                                table.column("major").text(row),
                                                table.column("minor").text(row)))
                .print(ALL, console);
        if (breakdown.cpu().isEmpty())
            console.out().println("no CPU time: the profile measured the GPU alone");
    }

    private static void printDevices(Report report, Console console) {
        if (report.devices.isEmpty()) {
            if (report.breakdown.gpu().isPresent())
                console.out()
                        .println(
                                "\n"
                                    + "cannot determine when the GPU was idle: the profile has no"
                                    + " trace of its streams");
            return;
        }
        console.out().println("\nGPU busy and idle, from traces of its streams\n");
        new Sheet(DeviceUse.table(report.devices), console.screen())
                .value("busy", "busy", Unit.SECONDS)
                .value("idle", "idle", Unit.SECONDS)
                .share("busyShare", "busy")
                .number("streams", "streams")
                .text("device", "device")
                .print(ALL, console);
    }
}
