package treeline.formats.timemory;

import treeline.formats.reading.JsonShape;
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
import java.util.ArrayList;
import java.util.List;

/// timemory's `*.tree.json`, one file a component: wall clock, memory, counters of one run.
public final class TimemoryFormat implements ProfileFormat {

    @Override
    public String name() {
        return "timemory";
    }

    @Override
    public String description() {
        return "timemory's call trees (*.tree.json)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        int mine = 0;
        for (Path file : input.files()) if (isTimemory(input, file)) mine++;
        if (mine == 0) return Match.NO;
        return mine == input.files().size() ? Match.CERTAIN : Match.PLAUSIBLE;
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

    private static boolean isTimemory(Input input, Path file) throws IOException {
        JsonShape shape = JsonShape.of(input.prefix(file));
        return !shape.inArray() && shape.fields().contains("timemory");
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        var log = new ReadReport.Log();
        List<Path> mine = new ArrayList<>();
        for (Path file : input.files()) {
            if (input.files().size() == 1 || isTimemory(input, file)) mine.add(file);
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
