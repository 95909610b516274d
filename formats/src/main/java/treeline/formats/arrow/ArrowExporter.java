package treeline.formats.arrow;

import treeline.formats.writing.TidyExporter;
import treeline.formats.writing.TidyRows;
import treeline.source.ProfileExporter;

/// Exporter of a profile as one tidy table in Arrow's IPC file format. Run metadata becomes table
/// metadata, as text.
public final class ArrowExporter {
    private static final int ROWS_AT_ONCE = 1 << 17;

    private ArrowExporter() {}

    public static ProfileExporter create() {
        return new TidyExporter(
                "arrow",
                ".arrow",
                (table, out) -> new ArrowWriter(table, new TidyRows(table, ROWS_AT_ONCE), out));
    }
}
