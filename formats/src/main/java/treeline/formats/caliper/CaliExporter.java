package treeline.formats.caliper;

import treeline.formats.caliper.write.CaliWriter;
import treeline.formats.caliper.write.WrittenMetric;
import treeline.formats.caliper.write.WrittenTable;
import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/// Exporter of `.cali` files for cali-query and tools based on it. In addition to json-split, it
/// stores node kinds and metadata types. [CaliFormat] reads it back.
public final class CaliExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(CaliFormat.NAME, ".cali", Trait.METADATA, Trait.CONTEXTS);
    }

    @Override
    public long valuesWritten(Profile profile) {
        return new BothScopes(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        ExportLoss left =
                new WrittenTable(profile, WrittenMetric.Form.CALI)
                        .leftOut(frame -> new Known(frame.kind(), frame.name()));
        return left.emptyMetrics()
                .named("metadata without a name", blank(profile.metadata()))
                .lines();
    }

    private record Known(Frame.Kind kind, String name) {}

    private static List<String> blank(Metadata metadata) {
        return metadata.keys().stream().filter(String::isBlank).toList();
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (Writer out = unfinished.writer()) {
                        new CaliWriter(profile, out).write();
                    }
                });
    }
}
