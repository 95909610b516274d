package treeline.question.answer;

import treeline.question.screen.Colour;
import treeline.question.screen.Screen;
import treeline.question.screen.TextWidth;
import treeline.source.ReadReport;

import java.io.PrintStream;
import java.util.List;

/// Warnings about skipped, repaired or assumed data, printed above the results.
final class NotesText {
    private static final int MAX_LINES = 4;

    private NotesText() {}

    static void print(ReadReport report, Screen screen, PrintStream out) {
        List<ReadReport.Entry> lost = entries(report, true);
        List<ReadReport.Entry> notes = entries(report, false);
        for (ReadReport.Entry entry : first(lost))
            line(
                    "incomplete profile, some values could not be read: " + entry,
                    Colour.YELLOW,
                    screen,
                    out);
        for (ReadReport.Entry entry : first(notes))
            line("note: " + entry, Colour.GREY, screen, out);
        int more = Math.max(0, lost.size() - MAX_LINES) + Math.max(0, notes.size() - MAX_LINES);
        if (more > 0) line("%d more: treeline info".formatted(more), Colour.GREY, screen, out);
        if (!report.entries().isEmpty()) out.println();
    }

    private static List<ReadReport.Entry> entries(ReadReport report, boolean lossy) {
        return report.entries().stream().filter(entry -> entry.lossy() == lossy).toList();
    }

    private static List<ReadReport.Entry> first(List<ReadReport.Entry> entries) {
        return entries.subList(0, Math.min(MAX_LINES, entries.size()));
    }

    private static void line(String text, Colour colour, Screen screen, PrintStream out) {
        String cut =
                TextWidth.cutInMiddle(TextWidth.printable(text), screen.width(), screen.ellipsis());
        out.println(screen.paint(cut, colour));
    }
}
