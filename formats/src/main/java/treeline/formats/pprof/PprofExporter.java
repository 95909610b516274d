package treeline.formats.pprof;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.NodeSamples;
import treeline.formats.writing.WholeValues;
import treeline.model.Frame;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/// Writes profiles for pprof and all that reads its files: a sample per node and context, whole
/// numbers, contexts as labels, metadata as comments. [PprofFormat] reads it back.
public final class PprofExporter implements ProfileExporter {
    private static final int BUFFER = 1 << 16;

    @Override
    public String name() {
        return PprofFormat.NAME;
    }

    @Override
    public String extension() {
        return ".pb.gz";
    }

    @Override
    public List<String> otherExtensions() {
        return List.of(".pprof");
    }

    /// They are comments, which are not metadata again.
    @Override
    public boolean keepsMetadata() {
        return false;
    }

    @Override
    public boolean readsBackTheSame() {
        return false;
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
                    try (OutputStream out =
                            new GZIPOutputStream(Files.newOutputStream(unfinished), BUFFER)) {
                        new PprofWriter(profile, out).write();
                    }
                });
    }
}
