package treeline.formats.arrow;

import treeline.formats.writing.TidyRows;
import treeline.formats.writing.TidyTable;
import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.CompleteFile;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// Writes a profile as one tidy table in Arrow's IPC file format, which data frames take without
/// decoding it. Metadata of the run are those of the table, as texts.
public final class ArrowExporter implements ProfileExporter {
    private static final int ROWS_AT_ONCE = 1 << 17;

    @Override
    public String name() {
        return "arrow";
    }

    @Override
    public String extension() {
        return ".arrow";
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
        write(
                file,
                profile.outline(),
                writer -> {
                    TidyTable.forEach(profile, 0, writer::add);
                    writer.finish(profile.metadata());
                });
    }

    @Override
    public long exportParts(
            ProfileSource source,
            long mostValues,
            Supplier<Metadata> metadata,
            Path file,
            LongConsumer progress)
            throws IOException {
        long[] values = new long[1];
        write(
                file,
                source.outline(),
                writer -> {
                    values[0] = TidyTable.forEach(source, mostValues, progress, writer::add);
                    writer.finish(metadata.get());
                });
        return values[0];
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(ArrowWriter writer) throws IOException;
    }

    private void write(Path file, Outline outline, Content content) throws IOException {
        TidyTable table = TidyTable.in(file, extension(), outline);
        CompleteFile.write(
                file,
                unfinished -> {
                    try (var out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
                        content.writeTo(new ArrowWriter(table, new TidyRows(table, ROWS_AT_ONCE), out));
                    }
                });
    }
}
