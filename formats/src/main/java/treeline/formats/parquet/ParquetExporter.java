package treeline.formats.parquet;

import treeline.formats.writing.TidyExporter;
import treeline.formats.writing.TidyRows;
import treeline.source.ProfileExporter;

/// Exporter of a profile as one tidy Parquet table, for pandas, Spark, DuckDB and others. Run
/// metadata becomes file metadata, as text.
public final class ParquetExporter {
    private ParquetExporter() {}

    public static ProfileExporter create() {
        return new TidyExporter(
                "parquet",
                ".parquet",
                (table, out) -> new ParquetWriter(table, new TidyRows(table), out));
    }
}
