package treeline.formats.speedscope;

import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.NodeSamples;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Writes a sampled profile per context and metric, as speedscope's file format has it.
public final class SpeedscopeExporter implements ProfileExporter {
    private static final JsonFactory JSON = JsonFactory.builder().build();

    @Override
    public String name() {
        return "speedscope";
    }

    @Override
    public String extension() {
        return ".speedscope.json";
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
        return new NodeSamples(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        var samples = new NodeSamples(profile);
        return new ExportLoss(profile)
                .notPositive(samples)
                .nodeLabels(Set.of())
                .metadata()
                .kinds(EnumSet.noneOf(Frame.Kind.class))
                .modules()
                .sameSiblings()
                .withoutValues(samples)
                .add(
                        samples.metrics().stream().anyMatch(SpeedscopeExporter::losesItsUnit),
                        "units other than those of times and sizes")
                .lines();
    }

    private static boolean losesItsUnit(Metric metric) {
        return metric.unit().dimension() == Unit.Dimension.OTHER;
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
                        new SpeedscopeWriter(profile, json).write();
                    }
                });
    }
}
