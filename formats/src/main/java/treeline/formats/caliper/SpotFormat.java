package treeline.formats.caliper;

import treeline.formats.caliper.spot.SpotDatabase;
import treeline.formats.reading.OneFileFormat;
import treeline.formats.reading.SqliteFile;
import treeline.formats.reading.SqliteHeader;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// SQLite databases of runs that Caliper recorded for Spot.
public final class SpotFormat extends OneFileFormat {
    private static final int NAMED = 5;

    public SpotFormat() {
        super(
                "spotdb",
                "SpotDB: Spot's SQLite databases of Caliper runs",
                "one SQLite database",
                SpotFormat::run);
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        boolean mine =
                SqliteHeader.isAtStartOf(prefix) && SqliteFile.matches(file, SpotDatabase::isIn);
        return mine ? Match.CERTAIN : Match.NO;
    }

    @Override
    public Optional<HeldRuns> runs(Input input) throws IOException {
        if (input.files().size() != 1) return Optional.empty();
        var log = new ReadReport.Log();
        List<HeldRuns.Held> held = new ArrayList<>();
        try (SqliteFile file = SqliteFile.open(input.files().getFirst())) {
            noteUnsettled(file, log);
            var database = new SpotDatabase(file);
            for (SpotDatabase.Run run : database.runs())
                try {
                    held.add(new HeldRuns.Held(run.id(), database.load(run)));
                } catch (MalformedProfileException unreadable) {
                    log.lost("a run cannot be read", String.valueOf(unreadable.getMessage()));
                }
        }
        if (held.isEmpty()) throw none(input, log.report());
        return Optional.of(new HeldRuns(held, log.report()));
    }

    private static MalformedProfileException none(Input input, ReadReport report) {
        String why = report.entries().isEmpty() ? "none" : report.entries().getFirst().firstPlace();
        return MalformedProfileException.of(input.name(), "at least one run", why);
    }

    private static ProfileSource run(Path path, Input input) throws IOException {
        try (SqliteFile file = SqliteFile.open(path)) {
            var database = new SpotDatabase(file);
            LoadedSource run = database.load(chosen(database.runs(), input));
            var log = new ReadReport.Log();
            noteUnsettled(file, log);
            return new LoadedSource(run.profile(), log.report().and(run.report()));
        }
    }

    private static void noteUnsettled(SqliteFile file, ReadReport.Log log) {
        file.unsettled().ifPresent(beside -> log.lost(SqliteFile.UNSETTLED, beside.toString()));
    }

    /// The run that the user asked for by its id, or by its number in the file.
    private static SpotDatabase.Run chosen(List<SpotDatabase.Run> runs, Input input) {
        if (runs.isEmpty()) throw none(input, ReadReport.CLEAN);
        if (input.run().isEmpty() && runs.size() == 1) return runs.getFirst();
        for (SpotDatabase.Run run : runs) if (run.id().equals(input.run())) return run;
        for (int i = 0; i < runs.size(); i++)
            if (Integer.toString(i + 1).equals(input.run())) return runs.get(i);
        List<String> names = runs.stream().map(SpotDatabase.Run::id).toList();
        throw MalformedProfileException.of(
                input.name(),
                "one run, such as %s#%s".formatted(input.files().getFirst(), runs.getFirst().id()),
                "an ensemble of %d: %s".formatted(runs.size(), NameList.dotted(names, NAMED)));
    }
}
