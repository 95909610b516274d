package treeline.formats.thicket;

import treeline.formats.reading.GraphDocument;
import treeline.model.Profile;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// An ensemble file: its runs with metadata, in file order.
public final class ThicketFile {
    private final List<Run> runs;
    private final ReadReport report;
    private final Set<String> shared = new HashSet<>();

    /// One run of an ensemble. Its profile has the nodes that it ran, their callers, and its
    /// metadata; `id` is Thicket's run id and `name` its original file.
    public record Run(String id, String name, Profile profile) {}

    private ThicketFile(List<Run> runs, ReadReport report) {
        this.runs = List.copyOf(runs);
        this.report = report;
        Set<String> met = new HashSet<>();
        for (Run run : runs) if (!met.add(run.name())) shared.add(run.name());
    }

    /// Reads all runs. Their trees share frames, and together they are about as large as the file.
    public static ThicketFile open(Path path) throws IOException {
        var log = new ReadReport.Log();
        try (MappedFile file = MappedFile.open(path)) {
            var sections = new ThicketSections();
            GraphDocument document = GraphDocument.read(file, sections, log);
            if (!document.hasIndex("profile"))
                throw MalformedProfileException.of(
                        path.toString(), "a dataframe with 'profile' in its index", "one without");
            Map<String, RunTable> tables = ThicketRows.read(document);
            List<Run> runs = new ArrayList<>();
            for (String id : sections.idsAnd(tables.keySet())) {
                RunTable table = tables.get(id);
                if (table == null) log.note("a run has no rows", sections.nameOf(id));
                else
                    runs.add(
                            new Run(
                                    id,
                                    sections.nameOf(id),
                                    table.profile(document, sections.metadataOf(id))));
            }
            if (runs.isEmpty())
                throw MalformedProfileException.of(path.toString(), "at least one run", "none");
            return new ThicketFile(runs, log.report());
        }
    }

    public List<Run> runs() {
        return runs;
    }

    /// What tells a run from the others of the file: its name, or its number where another run has
    /// the same name.
    public String nameOf(Run run) {
        return shared.contains(run.name()) ? run.id() : run.name();
    }

    public ReadReport report() {
        return report;
    }
}
