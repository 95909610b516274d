package treeline.formats.speedscope;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.JsonFile;
import treeline.formats.writing.NodeSamples;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Exporter of one sampled profile per context and metric in speedscope's file format.
public final class SpeedscopeExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of("speedscope", ".speedscope.json", Trait.CONTEXTS);
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
                        "units other than time and size units")
                .lines();
    }

    private static boolean losesItsUnit(Metric metric) {
        return metric.unit().dimension() == Unit.Dimension.OTHER;
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        JsonFile.write(file, json -> new SpeedscopeWriter(profile, json).write());
    }
}
