package treeline.app.commands;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.ExitCode;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.terminal.Colour;
import treeline.app.terminal.Console;
import treeline.app.terminal.Quantity;
import treeline.app.terminal.Screen;
import treeline.app.terminal.TextWidth;
import treeline.app.web.ReportPage;
import treeline.formats.Formats;
import treeline.model.Metric;
import treeline.table.JsonWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// `treeline report`: one page with what an expert would look at first.
final class ReportCommand {
    private static final int BAR_COLUMNS = 10;
    private static final Option<String> HTML =
            Option.of(
                    "html",
                    Value.file("FILE"),
                    "write the dashboard of the run as one file that needs nothing else");

    private final RunOptions options;

    private final Supplier<String> version;

    ReportCommand(Supplier<Formats> formats, Supplier<String> version) {
        this.options = new RunOptions(formats);
        this.version = version;
    }

    Command command() {
        return new Command(
                "report",
                "tell on one page what stands out in a run",
                List.of(RunOptions.PATH),
                options.with(HTML, Sheet.JSON),
                List.of(
                        new Command.Example("treeline report run.tldb", "in the terminal"),
                        new Command.Example(
                                "treeline report run.tldb --html run.html", "for a mail")),
                this::run);
    }

    private int run(Arguments arguments, Console console) throws IOException {
        RunOptions.Part part =
                arguments.has(HTML) ? RunOptions.Part.EVERYTHING : RunOptions.Part.SERIES;
        RunOptions.Run run = options.load(arguments, part, console);
        if (run.metric().scope() == Metric.Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is a reading at a point; a report needs one that adds up, such as time"
                            .formatted(run.metric().name()));
        Screen screen = console.screen();
        if (arguments.has(HTML)) {
            writePage(run, Path.of(arguments.value(HTML).orElseThrow()), console);
        } else {
            var findings = new ReportFindings(run, new Quantity(3, screen.unicode()));
            if (arguments.has(Sheet.JSON)) writeJson(run, findings, console);
            else print(run, findings, console);
        }
        TreeCommand.warnOfLoss(run.report(), console);
        return ExitCode.SUCCESS;
    }

    private void writePage(RunOptions.Run run, Path page, Console console) throws IOException {
        ReportPage.write(
                page, run.path(), run.format(), run.profile(), run.report(), version.get());
        console.out().println("wrote " + page);
    }

    private static void print(RunOptions.Run run, ReportFindings findings, Console console) {
        Screen screen = console.screen();
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
            console.out()
                    .println(
                            screen.paint(
                                    "  more: treeline %s %s".formatted(section.more(), run.path()),
                                    Colour.GREY));
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

    private static void writeJson(RunOptions.Run run, ReportFindings findings, Console console) {
        var json = new JsonWriter(console.out()).object();
        json.name("run").value(run.path());
        json.name("summary").value(findings.summary());
        json.name("sections").array();
        for (ReportSection section : findings.sections()) {
            json.object().name("title").value(section.title());
            json.name("finding").value(section.finding());
            json.name("headings").array();
            section.headings().forEach(json::value);
            json.end().name("rows").array();
            for (List<String> row : section.rows()) {
                json.array();
                row.forEach(json::value);
                json.end();
            }
            json.end().end();
        }
        json.end().end();
    }
}
