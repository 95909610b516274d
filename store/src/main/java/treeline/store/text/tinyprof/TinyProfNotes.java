package treeline.store.text.tinyprof;

import treeline.source.ReadReport;
import treeline.source.ReadReport.Entry;
import treeline.store.text.rows.RowTable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// Notes that require all rows: which zeros mean that a rank did not run, and what is missing.
final class TinyProfNotes {
    private final TinyProfScan scan;
    private final int executions;
    private final Tally fewRanks = new Tally("a row has fewer ranks than the others", true);
    private final Tally overruns =
            new Tally("ignored characters after a comma in the times of a rank", true);
    private final Tally loneZeros =
            new Tally("a single zero is treated as a rank that did not run", false);
    private final Tally missing = new Tally("a rank lacks an execution that others have", false);

    TinyProfNotes(TinyProfScan scan, int executions) {
        this.scan = scan;
        this.executions = executions;
    }

    /// A count with its first location.
    private static final class Tally {
        private final String reason;
        private final boolean lossy;
        private long count;
        private String firstPlace = "";

        Tally(String reason, boolean lossy) {
            this.reason = reason;
            this.lossy = lossy;
        }

        void add(long more, String place) {
            if (count == 0 && more > 0) firstPlace = place;
            count += more;
        }
    }

    /// Marks the rows whose lone zeros are absent values, and reports.
    ReadReport report() {
        BitSet hasMany = new BitSet();
        for (int row = 0; row < scan.rows().size(); row++)
            if (scan.counts(row).hasMany()) hasMany.set(scan.rows().node(row));
        for (int row = 0; row < scan.rows().size(); row++)
            addRow(row, hasMany.get(scan.rows().node(row)));
        List<Entry> entries = new ArrayList<>();
        for (Tally tally : List.of(fewRanks, overruns, loneZeros, missing))
            if (tally.count > 0)
                entries.add(new Entry(tally.reason, tally.count, tally.firstPlace, tally.lossy));
        return new ReadReport(entries);
    }

    private void addRow(int row, boolean hasMany) {
        TinyProfScan.Stretch stretch = scan.stretches().get(scan.rows().segment(row));
        TinyProfCounts counts = scan.counts(row);
        String place = "%s line %d".formatted(stretch.file().path(), scan.rows().line(row));
        if (hasMany) {
            scan.rows().flag(row, RowTable.LONE_ZERO_IS_ABSENT);
            loneZeros.add(counts.loneZeros(), place);
        }
        overruns.add(counts.overruns(), place);
        missing.add(counts.missing(executions, hasMany), place);
        if (counts.ranks() < stretch.ranks())
            fewRanks.add(1, "%s: %d of %d".formatted(place, counts.ranks(), stretch.ranks()));
    }
}
