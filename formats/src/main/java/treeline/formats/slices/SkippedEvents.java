package treeline.formats.slices;

import treeline.source.ReadReport;

import java.util.LinkedHashMap;
import java.util.Map;

/// Counts of skipped events by reason. A trace has millions of events, so the report gives the
/// first one and the count.
public final class SkippedEvents {
    private final ReadReport.Log log = new ReadReport.Log();
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private static final class Entry {
        private final String first;
        private final boolean lossy;
        private long count;

        Entry(String first, boolean lossy) {
            this.first = first;
            this.lossy = lossy;
        }
    }

    public void lost(String reason, String name) {
        entries.computeIfAbsent(reason, _ -> new Entry(name, true)).count++;
    }

    public void note(String reason, String name) {
        entries.computeIfAbsent(reason, _ -> new Entry(name, false)).count++;
    }

    /// Where the cursor notes what is wrong with texts.
    public ReadReport.Log texts() {
        return log;
    }

    public ReadReport report() {
        entries.forEach(
                (reason, entry) -> {
                    if (entry.lossy) log.lost(reason, entry.first, entry.count);
                    else log.note(reason, entry.first, entry.count);
                });
        return log.report();
    }
}
