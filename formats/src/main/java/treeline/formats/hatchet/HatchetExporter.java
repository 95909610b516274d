package treeline.formats.hatchet;

import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes what Hatchet's `to_json` writes, for `GraphFrame.from_json`: a graph and a table by node
/// and context. Of Hatchet's own forms it is the one with a place for ranks; [HatchetFormat] reads
/// it back.
public final class HatchetExporter implements ProfileExporter {
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

    @Override
    public String name() {
        return HatchetFormat.NAME;
    }

    @Override
    public String extension() {
        return ".hatchet.json";
    }

    @Override
    public boolean keepsMetadata() {
        return false;
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
        var columns = new HatchetColumns(new BothScopes(profile).metrics(), profile.labels());
        return ExportLoss.ofAllScopes(profile)
                .emptyMetrics()
                .units()
                .metadata()
                .named("names of columns as they are", columns.changed())
                .lines();
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
                        new HatchetWriter(profile, json).write();
                    }
                });
    }
}
