package treeline.formats.hatchet;

import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.OneContext;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Writes Hatchet's literal, for `GraphFrame.from_literal(json.load(open(FILE)))`, which every
/// version of Hatchet has: nodes within nodes, one value per node and metric. [HatchetFormat] reads
/// it back.
public final class HatchetLiteralExporter implements ProfileExporter {
    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                    .streamWriteConstraints(
                            StreamWriteConstraints.builder()
                                    .maxNestingDepth(Integer.MAX_VALUE)
                                    .build())
                    .build();

    @Override
    public String name() {
        return "hatchet-literal";
    }

    @Override
    public String extension() {
        return ".literal.json";
    }

    @Override
    public boolean keepsContexts() {
        return false;
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
        var columns = new HatchetColumns(new BothScopes(profile).metrics(), List.of());
        List<String> readings =
                profile.metrics().stream()
                        .filter(metric -> !metric.addsUp())
                        .map(Metric::name)
                        .toList();
        return ExportLoss.ofAllScopes(profile)
                .emptyMetrics()
                .units()
                .named("that readings at a point do not add up", readings)
                .nodeLabels(Set.of())
                .metadata()
                .named("names of columns as they are", columns.changed())
                .lines();
    }

    /// @throws IllegalArgumentException where the profile has several contexts
    @Override
    public void export(Profile profile, Path file) throws IOException {
        Profile one = OneContext.required(profile, this);
        CompleteFile.write(
                file,
                unfinished -> {
                    try (var out = new BufferedOutputStream(Files.newOutputStream(unfinished));
                            JsonGenerator json =
                                    JSON.createGenerator(
                                            ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
                        new LiteralWriter(one, json).write();
                    }
                });
    }
}
