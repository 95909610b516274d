package treeline.formats.hatchet;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.JsonFile;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Exporter of Hatchet's `to_json` format for `GraphFrame.from_json`: a graph and a table by node
/// and context. It is the only Hatchet format with ranks; [HatchetFormat] reads it back.
public final class HatchetExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(HatchetFormat.NAME, ".hatchet.json", Trait.CONTEXTS);
    }

    @Override
    public long valuesWritten(Profile profile) {
        return new BothScopes(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        var columns = new HatchetColumns(new BothScopes(profile).metrics(), profile.labels());
        return ExportLoss.ofAllScopes(profile)
                .emptyMetrics()
                .units()
                .metadata()
                .named("the original column names", columns.changed())
                .lines();
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        JsonFile.writeForPython(file, json -> new HatchetWriter(profile, json).write());
    }
}
