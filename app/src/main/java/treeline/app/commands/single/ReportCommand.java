package treeline.app.commands.single;

import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.commands.output.DataAnswer;
import treeline.app.commands.output.Notes;
import treeline.app.commands.output.Sheet;
import treeline.app.commands.output.StandardOutput;
import treeline.app.terminal.Console;
import treeline.breakdown.DeviceUse;
import treeline.breakdown.JvmEvents;
import treeline.dashboard.Dashboard;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.numbers.Activities;
import treeline.question.input.Choice;
import treeline.question.input.Recording;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.parameter.ShellLine;
import treeline.question.parameter.Signature;
import treeline.question.run.DeviceStreams;
import treeline.question.run.FlatQuestion;
import treeline.question.run.HostTimeNote;
import treeline.question.run.HotPathQuestion;
import treeline.question.run.ImbalanceQuestion;
import treeline.question.run.IterationsQuestion;
import treeline.question.screen.Bar;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.select.MetricSelector;
import treeline.source.LoadedSource;
import treeline.source.Selection;
import treeline.source.Traces;
import treeline.table.JsonWriter;
import treeline.transform.Reduction;
import treeline.view.Quantity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// `treeline report`: one page with what an expert would look at first.
public final class ReportCommand {
    private static final int BAR_COLUMNS = 10;

    /// A word of the command that shows more, quoted if it has spaces.
    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    private static final Parameter<String> HTML =
            Parameter.of(
                    "html",
                    ParameterType.file("FILE"),
                    "write the dashboard of the run as one file that needs nothing else; - for the"
                            + " standard output");

    private final Supplier<Formats> formats;
    private final RunOptions options;

    public ReportCommand(Supplier<Formats> formats) {
        this.formats = formats;
        this.options = new RunOptions(formats);
    }

    public Command command() {
        return new Command(
                "report",
                "summarize a run on one page",
                List.of(RunOptions.PATH),
                options.with(HTML, RunOptions.WAITING, Sheet.JSON),
                List.of(
                        new Command.Example("treeline report run.tldb", "in the terminal"),
                        new Command.Example(
                                "treeline report run.tldb --html run.html", "for a mail")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        String path = arguments.one(RunOptions.PATH);
        try (Recording recording = options.open(path, arguments, console)) {
            return run(recording, path, arguments, console);
        }
    }

    private int run(Recording recording, String path, Arguments arguments, Console console)
            throws IOException {
        Outline outline = recording.source().outline();
        boolean jvm = JvmEvents.isIn(outline);
        List<DeviceUse> devices =
                arguments.has(HTML)
                        ? List.of()
                        : DeviceStreams.of(recording, Choice.contexts(outline, arguments));
        RunOptions.Part part =
                arguments.has(HTML) || jvm || !devices.isEmpty()
                        ? RunOptions.Part.EVERYTHING
                        : RunOptions.Part.SERIES;
        RunOptions.Run run =
                HostTimeNote.on(
                        options.load(recording, path, arguments, part, console),
                        outline,
                        arguments);
        if (run.metric().scope() == Metric.Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is a reading at a point; a report needs one that adds up, such as time"
                            .formatted(run.metric().name()));
        List<Pattern> waiting = arguments.all(RunOptions.WAITING);
        if (arguments.has(HTML)) {
            writePage(run, waiting, Path.of(arguments.value(HTML).orElseThrow()), console);
            return ExitCode.SUCCESS;
        }
        var quantity = new Quantity(3, console.screen().unicode());
        List<ReportSection> more = new ArrayList<>();
        if (jvm)
            more.addAll(
                    new JvmSections(run, traces(recording, run, arguments), quantity).sections());
        if (!devices.isEmpty() && isWhole(run, outline))
            more.add(GpuSection.of(run, devices, quantity));
        var findings =
                new ReportFindings(
                        run, Activities.of(run.profile().outline(), waiting), more, quantity);
        if (!wroteJson(run, findings, arguments, console)) print(run, findings, arguments, console);
        return ExitCode.SUCCESS;
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

    private void writePage(RunOptions.Run run, List<Pattern> waiting, Path page, Console console)
            throws IOException {
        if (StandardOutput.isMeant(page)) {
            StandardOutput.write(file -> writePage(run, waiting, file), console);
            return;
        }
        writePage(run, waiting, page);
        console.out().println("wrote " + page);
    }

    private void writePage(RunOptions.Run run, List<Pattern> waiting, Path page)
            throws IOException {
        Files.writeString(
                page,
                Dashboard.html(
                        run.path(),
                        run.format(),
                        new LoadedSource(run.profile(), run.report()),
                        waiting));
    }

    /// The command that shows more of a section, about the same part of the run.
    private String more(ReportSection section, RunOptions.Run run, Arguments arguments) {
        List<String> words = new ArrayList<>(List.of("treeline"));
        WORD.matcher(section.more())
                .results()
                .forEach(word -> words.add(word.group().replace("'", "")));
        words.add(run.path().matches("-.+") ? "./" + run.path() : run.path());
        Signature command = shownBy(words.get(1));
        List<String> options = new ArrayList<>(arguments.repeatedFor(command));
        int metric = options.indexOf("--" + RunOptions.METRIC.name());
        if (metric >= 0 && command.parameters().contains(RunOptions.EXCLUSIVE))
            options.set(metric + 1, new MetricSelector.Named(run.metric().name(), "e").toString());
        words.addAll(options);
        return ShellLine.of(words);
    }

    private Signature shownBy(String name) {
        return switch (name) {
            case "hpcreport" -> new HpcReportCommand(formats).command().signature();
            case "trace" -> new TraceCommand(formats).command().signature();
            case "hot-path" -> new HotPathQuestion(formats).question().signature();
            case "flat" -> new FlatQuestion(formats).question().signature();
            case "imbalance" -> new ImbalanceQuestion(formats).question().signature();
            case "iterations" -> new IterationsQuestion(formats).question().signature();
            default -> throw new IllegalArgumentException("no section is shown by " + name);
        };
    }

    private void print(
            RunOptions.Run run, ReportFindings findings, Arguments arguments, Console console) {
        Screen screen = console.screen();
        Notes.print(run.report(), console);
        console.out().println(screen.paint(TextWidth.printable(run.path()), Colour.BOLD));
        console.out().println(findings.summary());
        for (ReportSection section : findings.sections()) {
            console.out().println();
            console.out()
                    .println(
                            screen.paint(section.title(), Colour.BOLD)
                                    + ": "
                                    + TextWidth.printable(section.finding()));
            int[] widths = widths(section);
            for (int row = 0; row < section.rows().size(); row++)
                console.out().println("  " + line(section, row, widths, screen));
            if (!section.more().isEmpty())
                console.out()
                        .println(
                                screen.paint(
                                        "  more: " + more(section, run, arguments), Colour.GREY));
        }
    }

    private static int[] widths(ReportSection section) {
        int[] widths = new int[section.headings().size() - 1];
        for (List<String> row : section.rows())
            for (int i = 0; i < widths.length; i++)
                widths[i] = Math.max(widths[i], TextWidth.of(row.get(i)));
        return widths;
    }

    private static String line(ReportSection section, int row, int[] widths, Screen screen) {
        var line = new StringBuilder();
        List<String> cells = section.rows().get(row);
        for (int i = 0; i < widths.length; i++)
            line.append(TextWidth.padLeft(TextWidth.printable(cells.get(i)), widths[i]))
                    .append("  ");
        line.append(Bar.of(section.shares().get(row), BAR_COLUMNS, screen)).append("  ");
        int room = Math.max(8, screen.width() - TextWidth.of(line.toString()) - 2);
        return line.append(
                        TextWidth.cutInMiddle(
                                TextWidth.printable(cells.getLast()), room, screen.ellipsis()))
                .toString();
    }

    /// A row for each section: what it says, and its own rows with raw numbers.
    private static boolean wroteJson(
            RunOptions.Run run, ReportFindings findings, Arguments arguments, Console console)
            throws IOException {
        return new DataAnswer("report", json -> writeSections(findings.sections(), json))
                .of(run)
                .total(findings.total())
                .number("elapsed", findings.elapsed())
                .wrote(arguments, console);
    }

    private static void writeSections(List<ReportSection> sections, JsonWriter json) {
        json.array();
        for (ReportSection section : sections) {
            json.object().name("title").value(section.title());
            json.name("finding").value(section.finding());
            section.data().toJson(json.name("rows"));
            json.end();
        }
        json.end();
    }
}
