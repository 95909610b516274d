package treeline.formats.thicket;

import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonShape;
import treeline.formats.reading.OneFileFormat;
import treeline.source.HeldRuns;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.text.NameList;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Thicket's JSON (`to_json`). A profile is one run: `file.json#3` selects one run of an ensemble,
/// and [ThicketFile] reads all.
public final class ThicketFormat extends OneFileFormat {
    static final String NAME = "thicket";

    private static final int NAMED = 5;

    public ThicketFormat() {
        super(NAME, "Thicket's JSON ensembles (to_json)", "one JSON file", ThicketFormat::run);
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        JsonShape shape = JsonShape.of(prefix);
        if (shape.inArray() || !shape.fields().contains("graph")) return Match.NO;
        return GraphDocument.isEnsemble(file).orElse(false) ? Match.CERTAIN : Match.NO;
    }

    @Override
    public Optional<HeldRuns> runs(Input input) throws IOException {
        if (input.files().size() != 1) return Optional.empty();
        ThicketFile file = ThicketFile.open(input.files().getFirst());
        return Optional.of(
                new HeldRuns(
                        file.runs().stream().map(run -> held(file, run)).toList(), file.report()));
    }

    private static HeldRuns.Held held(ThicketFile file, ThicketFile.Run run) {
        return new HeldRuns.Held(
                file.nameOf(run), new LoadedSource(run.profile(), ReadReport.CLEAN));
    }

    private static ProfileSource run(Path path, Input input) throws IOException {
        ThicketFile file = ThicketFile.open(path);
        return new LoadedSource(chosen(file.runs(), input).profile(), file.report());
    }

    /// The run that the user asked for by its number in the file, its id or its name.
    private static ThicketFile.Run chosen(List<ThicketFile.Run> runs, Input input) {
        if (input.run().isEmpty() && runs.size() == 1) return runs.getFirst();
        for (int i = 0; i < runs.size(); i++) {
            ThicketFile.Run run = runs.get(i);
            if (List.of(Integer.toString(i + 1), run.id(), run.name()).contains(input.run()))
                return run;
        }
        throw MalformedProfileException.of(
                input.name(),
                "one run, such as %s#1 or #%s"
                        .formatted(input.files().getFirst(), runs.getFirst().name()),
                "an ensemble of %d: %s".formatted(runs.size(), names(runs)));
    }

    private static String names(List<ThicketFile.Run> runs) {
        return NameList.dotted(runs.stream().map(ThicketFile.Run::name).toList(), NAMED);
    }
}
