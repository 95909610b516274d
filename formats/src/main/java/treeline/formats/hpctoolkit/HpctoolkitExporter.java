package treeline.formats.hpctoolkit;

import treeline.bytes.LittleEndianBytes;
import treeline.formats.hpctoolkit.files.ExportedIds;
import treeline.formats.hpctoolkit.files.HpctoolkitLayout;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.formats.hpctoolkit.tree.FrameTable;
import treeline.formats.hpctoolkit.write.ExportedMetric;
import treeline.formats.hpctoolkit.write.ExportedTree;
import treeline.formats.hpctoolkit.write.MetaWriter;
import treeline.formats.hpctoolkit.write.TaxonomyText;
import treeline.formats.hpctoolkit.write.ValueWriter;
import treeline.formats.writing.ExportLoss;
import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.SparseRows;
import treeline.source.ExporterTraits;
import treeline.source.ExporterTraits.Trait;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Exporter of an HPCToolkit database folder as written by hpcprof, for hpcviewer and Hatchet.
/// Values are in the scopes that viewers expect, computed if the profile lacks them.
public final class HpctoolkitExporter implements ProfileExporter {
    /// What reading a database says of it anew.
    private static final Set<String> CARRIED =
            Set.of(
                    "program",
                    "description",
                    "hpctoolkit.format",
                    "profiles",
                    "ranks",
                    "metric.time");

    private static final String TRACE = "trace.";

    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of(
                "hpctoolkit",
                ".hpctoolkit",
                Trait.METADATA,
                Trait.CONTEXT_LABELS,
                Trait.CONTEXTS,
                Trait.FOLDER);
    }

    @Override
    public void export(Profile profile, Path folder) throws IOException {
        CompleteFolder.write(folder, unfinished -> write(profile, unfinished));
    }

    private static void write(Profile profile, Path folder) throws IOException {
        var tree = new ExportedTree(profile.outline());
        var ids = new ExportedIds(profile.outline());
        List<ExportedMetric> metrics = ExportedMetric.of(profile, tree);
        LittleEndianBytes meta = new MetaWriter(tree).write(profile.metadata(), ids, metrics);
        CompleteFile.write(
                folder.resolve(HpctoolkitLayout.Kind.META.usualName),
                file -> meta.writeTo(file.stream()));
        var values = new ValueWriter(metrics, profile.contexts().size(), tree.contexts());
        values.writeProfiles(folder.resolve(HpctoolkitLayout.Kind.PROFILES.usualName), ids);
        values.writeContexts(folder.resolve(HpctoolkitLayout.Kind.CONTEXTS.usualName));
        Path taxonomy = folder.resolve("metrics");
        Files.createDirectory(taxonomy);
        CompleteFile.write(taxonomy.resolve("default.yaml"), TaxonomyText.of(metrics));
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        var tree = new ExportedTree(profile.outline());
        var ids = new ExportedIds(profile.outline());
        return ExportLoss.ofAllScopes(profile)
                .named("point readings", readings(profile))
                .nodeLabels(Set.of(ContextTree.RELATION))
                .named("context labels", ids.labelsLeftOut())
                .named("metadata", metadata(profile))
                .named("node kinds: all nodes are functions", kinds(profile))
                .named("the original metric names and units", renamed(profile))
                .add(
                        profile.metadata().keys().stream().anyMatch(key -> key.startsWith(TRACE)),
                        "traces")
                .add(hasNoNumbers(profile), "values that are not numbers")
                .add(!ids.keepsHosts(), "host names: hosts are numbered")
                .add(
                        profile.contexts().contains(Context.WHOLE),
                        "the absence of threads: the program becomes thread 0")
                .add(
                        tree.hasAddedEntry(),
                        "roots that are not threads: they are moved below '%s'"
                                .formatted(ExportedTree.ADDED_ENTRY))
                .lines();
    }

    private static List<String> readings(Profile profile) {
        Set<Metric> ofFunctions =
                profile.metrics().stream()
                        .filter(Metric::addsUp)
                        .map(ExportedMetric::functionOf)
                        .collect(Collectors.toSet());
        return profile.metrics().stream()
                .filter(metric -> !metric.addsUp() && !ofFunctions.contains(metric))
                .map(Metric::name)
                .toList();
    }

    private static List<String> metadata(Profile profile) {
        return profile.metadata().keys().stream()
                .filter(key -> !CARRIED.contains(key) && !key.startsWith(TRACE))
                .toList();
    }

    private static List<String> kinds(Profile profile) {
        return profile.tree().frames().stream()
                .filter(HpctoolkitExporter::losesKind)
                .map(frame -> frame.kind().name().toLowerCase(java.util.Locale.ROOT))
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean losesKind(Frame frame) {
        return switch (frame.kind()) {
            case FUNCTION -> false;
            case LOOP, LINE, INSTRUCTION ->
                    ExportedTree.lexicalType(frame) == HpctoolkitLayout.Tree.FUNCTION;
            case KERNEL -> !FrameTable.isKernel(frame.name());
            case REGION, OTHER -> true;
            case THREAD -> false;
        };
    }

    private static List<String> renamed(Profile profile) {
        return profile.metrics().stream()
                .filter(metric -> metric.addsUp() && !ExportedMetric.isNameKept(metric))
                .map(Metric::name)
                .distinct()
                .toList();
    }

    private static boolean hasNoNumbers(Profile profile) {
        for (Metric metric : profile.metrics()) {
            MetricColumn column = profile.column(metric);
            SparseRows rows = column.isKnownByNode() ? column.byNode() : column.byContext();
            for (int cell = 0; cell < rows.cells(); cell++)
                if (Double.isNaN(rows.value(cell))) return true;
        }
        return false;
    }
}
