package treeline.formats.thicket;

import treeline.formats.writing.BothScopes;
import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.OneContext;
import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.MetricTable;
import treeline.model.Profile;
import treeline.runs.RunList;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/// Exporter of one run as an ensemble of one, for `Thicket.from_json`; [ThicketWriter] writes
/// ensembles. The run is named after the file.
public final class ThicketExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(ThicketFormat.NAME, ".thicket.json", Trait.METADATA);
    }

    @Override
    public long valuesWritten(Profile profile) {
        return new BothScopes(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        var both = new BothScopes(profile);
        return ExportLoss.ofAllScopes(profile)
                .emptyMetrics()
                .units()
                .named(
                        "the original column names",
                        new ThicketColumns(both.metrics(), profile.labels()).changed())
                .lines();
    }

    /// @throws IllegalArgumentException where the profile has several contexts
    @Override
    public void export(Profile profile, Path file) throws IOException {
        Profile one = withContext(new BothScopes(OneContext.required(profile, this)).profile());
        var nodes = new BitSet();
        nodes.set(0, profile.tree().size());
        var runs = new RunList(List.of(runName(file)), List.of(profile.metadata()), List.of(nodes));
        ThicketWriter.write(one.withMetadata(runs.onto(Metadata.NONE)), file);
    }

    /// Without contexts there are no values either.
    private static Profile withContext(Profile profile) {
        if (!profile.contexts().isEmpty()) return profile;
        return new Profile(
                profile.outline().withContexts(List.of(Context.WHOLE)).withMetrics(List.of()),
                new MetricTable(List.of(), List.of()));
    }

    private String runName(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(extension()) && name.length() > extension().length()
                ? name.substring(0, name.length() - extension().length())
                : name;
    }
}
