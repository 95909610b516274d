package treeline.formats.hatchet;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.JsonFile;
import treeline.formats.writing.OneContext;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// Exporter of Hatchet's literal for `GraphFrame.from_literal(json.load(open(FILE)))`, which every
/// version of Hatchet supports: nested nodes, one value per node and metric. [HatchetFormat] reads
/// it back.
public final class HatchetLiteralExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of("hatchet-literal", ".literal.json");
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
                .named("the distinction between point readings and additive metrics", readings)
                .nodeLabels(Set.of())
                .metadata()
                .named("the original column names", columns.changed())
                .lines();
    }

    /// @throws IllegalArgumentException where the profile has several contexts
    @Override
    public void export(Profile profile, Path file) throws IOException {
        Profile one = OneContext.required(profile, this);
        JsonFile.writeForPython(file, json -> new LiteralWriter(one, json).write());
    }
}
