package treeline.formats.pprof;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.NodeSamples;
import treeline.formats.writing.WholeValues;
import treeline.model.Frame;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// Exporter of pprof profiles: one sample per node and context, integer values, contexts as labels,
/// metadata as comments. [PprofFormat] reads it back.
public final class PprofExporter implements ProfileExporter {
    private static final int BUFFER = 1 << 16;

    /// Metadata are written as comments, which are not read back as metadata.
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(PprofFormat.NAME, ".pb.gz", Trait.CONTEXT_LABELS, Trait.CONTEXTS)
                .withExtension(".pprof");
    }

    @Override
    public long valuesWritten(Profile profile) {
        return new NodeSamples(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        var samples = new NodeSamples(profile);
        var left =
                new ExportLoss(profile)
                        .nodeLabels(Set.of(PprofStacks.CALL_LINE))
                        .kinds(EnumSet.of(Frame.Kind.FUNCTION, Frame.Kind.LINE))
                        .sameSiblings()
                        .withoutValues(samples);
        return new WholeValues(samples).addLosses(left).lines();
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (OutputStream out = new GZIPOutputStream(unfinished.stream(), BUFFER)) {
                        new PprofWriter(profile, out).write();
                    }
                });
    }
}
