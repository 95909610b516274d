package treeline.formats.writing;

import treeline.model.Metadata;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.ProfileSource;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/// An exporter of one tidy table per profile, whole or part by part, in the form of a [Writer].
///
/// @param form starts a table
public record TidyExporter(ExporterTraits traits, Form form) implements ProfileExporter {

    public TidyExporter(String name, String extension, Form form) {
        this(ExporterTraits.of(name, extension, Trait.METADATA, Trait.CONTEXTS, Trait.PARTS), form);
    }

    /// Receives the rows of a table.
    public interface Writer {
        void add(int context, int metric, int node, double value) throws IOException;

        /// Ends the table.
        void finish(Metadata metadata) throws IOException;
    }

    /// Starts a table of a form.
    @FunctionalInterface
    public interface Form {
        Writer start(TidyTable table, OutputStream out) throws IOException;
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(Writer writer) throws IOException;
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        return TidyTable.leftOut(profile).lines();
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

    private void write(Path file, Outline outline, Content content) throws IOException {
        TidyTable table = TidyTable.in(file, extension(), outline);
        CompleteFile.write(
                file, unfinished -> content.writeTo(form.start(table, unfinished.stream())));
    }
}
