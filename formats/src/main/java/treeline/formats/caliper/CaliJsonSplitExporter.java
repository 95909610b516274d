package treeline.formats.caliper;

import treeline.formats.caliper.records.CaliperFrames;
import treeline.formats.caliper.split.CaliperJson;
import treeline.formats.caliper.split.SplitFacts;
import treeline.formats.caliper.write.SplitWriter;
import treeline.formats.caliper.write.WrittenMetric;
import treeline.formats.caliper.write.WrittenTable;
import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.JsonFile;
import treeline.model.Frame;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Exporter of Caliper's json-split for Hatchet, Thicket and CallFlow: values by call path and
/// rank, in the scopes and under the names that they expect. [CaliJsonSplitFormat] reads it back.
public final class CaliJsonSplitExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(
                CaliJsonSplitFormat.NAME, ".split.json", Trait.METADATA, Trait.CONTEXTS);
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
        JsonFile.writeForPython(file, json -> new SplitWriter(profile, json).write());
    }
}
