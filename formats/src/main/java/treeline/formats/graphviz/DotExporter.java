package treeline.formats.graphviz;

import treeline.formats.writing.ExportLoss;
import treeline.formats.writing.OneContext;
import treeline.model.Profile;
import treeline.source.ExporterTraits;
import treeline.source.ProfileExporter;
import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Exporter of the call tree as a DOT graph for `dot -Tsvg`: boxes with name, inclusive value and
/// share of the default metric, darker if more expensive. It cannot be read back.
public final class DotExporter implements ProfileExporter {
    /// Graphviz lays so many out in seconds; of a larger tree the most expensive part is drawn.
    static final int MAX_NODES = 1000;

    @Override
    public ExporterTraits traits() {
        return ExporterTraits.of("dot", ".dot");
    }

    @Override
    public List<String> leavesOut(Profile profile) {
        int nodes = profile.tree().size();
        return ExportLoss.ofAllScopes(profile)
                .add(
                        nodes > MAX_NODES,
                        String.format(
                                Locale.ROOT,
                                "all nodes except the %,d most expensive of %,d; use 'treeline"
                                        + " prune' to select others",
                                MAX_NODES,
                                nodes))
                .named("other metrics", DotWriter.others(profile))
                .nodeLabels(Set.of())
                .metadata()
                .places()
                .modules()
                .lines();
    }

    /// @throws IllegalArgumentException where the profile has several contexts
    @Override
    public void export(Profile profile, Path file) throws IOException {
        Profile one = OneContext.required(profile, this);
        CompleteFile.write(
                file,
                unfinished -> {
                    try (Writer out = unfinished.writer()) {
                        new DotWriter(one, out).write();
                    }
                });
    }
}
