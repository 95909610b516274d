package treeline.formats.arrow;

import treeline.formats.writing.TidyExporter;
import treeline.formats.writing.TidyRows;
import treeline.source.ProfileExporter;

/// The exporter of one tidy table in Arrow's IPC file format, which data frames take without
/// decoding it. The metadata of the run are the metadata of the table, as texts.
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
