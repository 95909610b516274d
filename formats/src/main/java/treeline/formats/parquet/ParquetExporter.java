package treeline.formats.parquet;

import treeline.formats.writing.TidyExporter;
import treeline.formats.writing.TidyRows;
import treeline.source.ProfileExporter;

/// The exporter of one tidy table as Parquet, for pandas, Spark, DuckDB and others. The metadata of
/// the run are the metadata of the file, as texts.
public final class ParquetExporter {
    private ParquetExporter() {}

    public static ProfileExporter create() {
        return new TidyExporter(
                "parquet",
                ".parquet",
                (table, out) -> new ParquetWriter(table, new TidyRows(table), out));
    }
}
