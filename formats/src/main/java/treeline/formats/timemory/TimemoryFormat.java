package treeline.formats.timemory;

import treeline.formats.reading.JsonShape;
import treeline.source.Input;
import treeline.source.LoadedSource;
import treeline.source.Match;
import treeline.source.NamedFormat;
import treeline.source.ProfileSource;
import treeline.source.ReadReport;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;
import treeline.source.join.Parts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// timemory's `*.tree.json`, one file per component: wall clock, memory, counters of one run.
public final class TimemoryFormat extends NamedFormat {

    public TimemoryFormat() {
        super("timemory", "timemory's call trees (*.tree.json)");
    }

    @Override
    public Match sniff(Input input) throws IOException {
        return Parts.sniff(input, (_, prefix) -> isTimemory(prefix));
    }

    /// A run has a file for each of its components; files of other runs have the same ones.
    @Override
    public boolean isProfileFolder(Input folder) throws IOException {
        if (folder.files().size() < 2 || sniff(folder) != Match.CERTAIN) return false;
        try (ProfileSource _ = open(folder)) {
            return true;
        } catch (MalformedProfileException severalRuns) {
            return false;
        }
    }

    private static boolean isTimemory(byte[] prefix) {
        JsonShape shape = JsonShape.of(prefix);
        return !shape.inArray() && shape.fields().contains("timemory");
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        var log = new ReadReport.Log();
        List<Path> mine = new ArrayList<>();
        for (Path file : input.files()) {
            if (input.files().size() == 1 || isTimemory(input.prefix(file))) mine.add(file);
            else log.note("a file is not part of the profile", file.toString());
        }
        if (mine.isEmpty())
            throw MalformedProfileException.of(input.name(), "files *.tree.json", "none");
        var reader = new TimemoryReader(log);
        for (Path path : mine)
            try (MappedFile file = MappedFile.open(path)) {
                reader.read(file);
            }
        return new LoadedSource(reader.profile(), log.report());
    }
}
