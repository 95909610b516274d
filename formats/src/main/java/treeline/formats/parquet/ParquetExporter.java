package treeline.formats.parquet;

import treeline.formats.writing.TidyFile;
import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// Writes a profile as one tidy table, for pandas, Spark, DuckDB and all others that read Parquet.
/// Metadata of the run are those of the file, as texts.
public final class ParquetExporter implements ProfileExporter {
    private static final TidyFile FILES =
            new TidyFile(
                    ".parquet", (table, out) -> new ParquetWriter(table, new TidyRows(table), out));

    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public String extension() {
        return FILES.extension();
    }

    @Override
    public boolean keepsContextLabels() {
        return false;
    }

    @Override
    public boolean readsBackTheSame() {
        return false;
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        return TidyTable.leftOut(profile).lines();
    }

    @Override
    public boolean writesParts() {
        return true;
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        FILES.export(profile, file);
    }

    @Override
    public long exportParts(
            ProfileSource source,
            long mostValues,
            Supplier<Metadata> metadata,
            Path file,
            LongConsumer progress)
            throws IOException {
        return FILES.exportParts(source, mostValues, metadata, file, progress);
    }
}
