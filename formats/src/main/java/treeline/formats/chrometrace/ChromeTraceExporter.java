package treeline.formats.chrometrace;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.JsonFile;
import treeline.formats.writing.NodeSamples;
import treeline.formats.writing.WholeValues;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.trace.Traces;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Exporter of nested slices for Perfetto and Chrome: from the traces of the run or, without
/// traces, from the default metric of the profile. A profile has no timestamps, so the slices of a
/// context then follow each other in tree order, and the exclusive time of a node comes after its
/// callees.
public final class ChromeTraceExporter implements ProfileExporter {
    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(
                "chrome-trace", ".trace.json", Trait.METADATA, Trait.CONTEXTS, Trait.TRACES);
    }

    @Override
    public long valuesWritten(Profile profile) {
        return NodeSamples.ofUsual(profile).values();
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        NodeSamples samples = NodeSamples.ofTimes(profile);
        var layout = new SliceLayout(profile, samples);
        ExportLoss left =
                new ExportLoss(profile)
                        .otherMetrics(samples)
                        .notPositive(samples)
                        .nodeLabels(Set.of())
                        .kinds(EnumSet.noneOf(Frame.Kind.class))
                        .modules()
                        .sameSiblings()
                        .add(true, "start times: slices follow the order of the call tree")
                        .add(layout.isRounded(), "fractions of nanoseconds");
        layout.leftOut(left);
        for (Metric metric : samples.metrics())
            left.add(
                    metric.unit().dimension() != Unit.Dimension.TIME,
                    "the kind of metric: %s is shown as time, in us"
                            .formatted(
                                    (metric.name() + " " + WholeValues.unitName(metric)).strip()));
        return left.lines();
    }

    /// Of a run with traces, all numbers but the times of the traces are left out.
    @Override
    public List<String> leavesOut(Profile profile, Traces traces) {
        if (traces.isEmpty()) return leavesOut(profile);
        int bare = profile.contexts().size() - traces.lines().size();
        return ExportLoss.ofAllScopes(profile)
                .nodeLabels(Set.of())
                .kinds(EnumSet.noneOf(Frame.Kind.class))
                .modules()
                .sameSiblings()
                .add(true, "metric values: slices come from the traces")
                .add(bare > 0, String.format(Locale.ROOT, "contexts without traces (%,d)", bare))
                .lines();
    }

    @Override
    public void export(Profile profile, Path file) throws IOException {
        export(profile, Traces.NONE, file);
    }

    @Override
    public void export(Profile profile, Traces traces, Path file) throws IOException {
        JsonFile.write(file, json -> new ChromeTraceWriter(profile, json).write(traces));
    }
}
