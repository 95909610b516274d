package treeline.formats.caliper;

import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

import treeline.formats.caliper.records.CaliperFrames;
import treeline.formats.caliper.split.CaliperJson;
import treeline.formats.caliper.split.SplitFacts;
import treeline.formats.caliper.write.SplitWriter;
import treeline.formats.caliper.write.WrittenMetric;
import treeline.formats.caliper.write.WrittenTable;
import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.model.Frame;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes Caliper's json-split, which Hatchet, Thicket and CallFlow open: values by call path and
/// rank in the scopes and under the names that they ask for. [CaliJsonSplitFormat] reads it back.
public final class CaliJsonSplitExporter implements ProfileExporter {
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

    @Override
    public String name() {
        return CaliJsonSplitFormat.NAME;
    }

    @Override
    public String extension() {
        return ".split.json";
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
    public long valuesWritten(Profile profile) {
        return new BothScopes(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        ExportLoss left =
                new WrittenTable(profile, WrittenMetric.Form.JSON)
                        .leftOut(Frame::name)
                        .kinds(CaliJsonSplitExporter::keepsKind, "regions");
        return SplitFacts.addLosses(left, profile.metadata()).lines();
    }

    private static boolean keepsKind(Frame frame) {
        return frame.equals(Frame.OUTSIDE_REGIONS)
                || CaliperFrames.of(CaliperJson.PATH, frame.name()).kind() == frame.kind();
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (var out = new BufferedOutputStream(Files.newOutputStream(unfinished));
                            JsonGenerator json =
                                    JSON.createGenerator(
                                            ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
                        new SplitWriter(profile, json).write();
                    }
                });
    }
}
