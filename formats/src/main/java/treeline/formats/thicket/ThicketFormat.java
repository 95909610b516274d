package treeline.formats.thicket;

import treeline.formats.reading.JsonCursor;
import treeline.formats.reading.JsonShape;
import treeline.source.HeldRuns;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Thicket's JSON (`to_json`). A profile is one run: of an ensemble of several, `file.json#3` names
/// one, and [ThicketFile] gives all.
public final class ThicketFormat implements ProfileFormat {
    static final String NAME = "thicket";

    private static final int NAMED = 5;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Thicket's JSON ensembles (to_json)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        Path file = input.files().getFirst();
        JsonShape shape = JsonShape.of(input.prefix(file));
        if (shape.inArray() || !shape.fields().contains("graph")) return Match.NO;
        return isEnsemble(file) ? Match.CERTAIN : Match.NO;
    }

    private static boolean isEnsemble(Path path) throws IOException {
        try (MappedFile file = MappedFile.open(path);
                var json = new JsonCursor(file, new ReadReport.Log())) {
            while (json.nextField()) {
                if (!json.name().equals("dataframe_indices")) {
                    json.skip();
                    continue;
                }
                json.requireArray("names");
                while (json.nextElement()) if (json.text("a name").equals("profile")) return true;
                return false;
            }
            return false;
        } catch (MalformedProfileException cut) {
            return false;
        }
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

    @Override
    public ProfileSource open(Input input) throws IOException {
        ThicketFile file = ThicketFile.open(input.onlyFile("one JSON file"));
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
        String first =
                runs.stream()
                        .limit(NAMED)
                        .map(ThicketFile.Run::name)
                        .collect(Collectors.joining(", "));
        return runs.size() > NAMED ? first + ", ..." : first;
    }
}
