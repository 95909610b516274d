package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;
import treeline.table.JsonWriter;

import java.util.List;

/// What a reader must know before any number of a profile: that it was read in part, or how unclear
/// places were understood.
public final class Notes {
    private static final int MAX_NOTES = 4;

    private Notes() {}

    /// At the top of what people read.
    public static void print(ReadReport report, Console console) {
        List<ReadReport.Entry> lost = lossy(report, true);
        List<ReadReport.Entry> notes = lossy(report, false);
        for (ReadReport.Entry entry : first(lost))
            line("read in part, values are missing: " + entry, Colour.YELLOW, console);
        for (ReadReport.Entry entry : first(notes)) line("note: " + entry, Colour.GREY, console);
        int more = Math.max(0, lost.size() - MAX_NOTES) + Math.max(0, notes.size() - MAX_NOTES);
        if (more > 0) line("%d more: treeline info".formatted(more), Colour.GREY, console);
        if (!report.entries().isEmpty()) console.out().println();
    }

    private static List<ReadReport.Entry> lossy(ReadReport report, boolean lossy) {
        return report.entries().stream().filter(entry -> entry.lossy() == lossy).toList();
    }

    private static List<ReadReport.Entry> first(List<ReadReport.Entry> entries) {
        return entries.subList(0, Math.min(MAX_NOTES, entries.size()));
    }

    private static void line(String text, Colour colour, Console console) {
        Screen screen = console.screen();
        String cut =
                TextWidth.cutInMiddle(TextWidth.printable(text), screen.width(), screen.ellipsis());
        console.out().println(screen.paint(cut, colour));
    }

    /// Next to JSON, which contains all notes.
    public static void warn(ReadReport report, Console console) {
        for (ReadReport.Entry entry : lossy(report, true))
            console.warn("values are missing: " + entry);
    }

    /// Next to CSV, which has no room for notes, and next to a file that was written, which people
    /// will open without its source.
    public static void warnOfAll(ReadReport report, Console console) {
        warn(report, console);
        for (ReadReport.Entry entry : lossy(report, false)) console.say("note: " + entry);
    }

    public static void write(ReadReport report, JsonWriter json) {
        json.name("notes").array();
        for (ReadReport.Entry entry : report.entries()) {
            json.object().name("text").value(entry.toString());
            json.name("lossy").value(entry.lossy()).end();
        }
        json.end();
    }
}
