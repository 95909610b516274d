package treeline.store.text;

import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Exporter of compact text in our own dialect: readable in an editor, bit-exact, and with a
/// checksum.
public final class CompactTextExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.lossless(CompactTextFormat.NAME, ".tltext");
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        return ProfileExporter.withoutSums(profile);
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (var out = new TextOut(unfinished.stream())) {
                        new TextWriter(profile, out).write();
                    }
                });
    }
}
