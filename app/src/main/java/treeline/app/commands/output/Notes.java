package treeline.app.commands.output;

import treeline.app.terminal.Console;
import treeline.source.ReadReport;

import java.util.List;

/// Warnings on the error stream about data that a reader skipped, repaired or assumed.
public final class Notes {
    private Notes() {}

    private static List<ReadReport.Entry> lossy(ReadReport report, boolean lossy) {
        return report.entries().stream().filter(entry -> entry.lossy() == lossy).toList();
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
}
