package treeline.formats.cprofile;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;

/// Files of Python's cProfile (`dump_stats`, `-o`), which pstats reads.
public final class CprofileFormat extends OneFileFormat {

    public CprofileFormat() {
        super("cprofile", "Python's cProfile statistics (pstats)");
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        return Marshal.startsWithFunctions(prefix) ? Match.CERTAIN : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return MappedFile.read(input.onlyFile("one pstats file"), new PstatsReader()::read);
    }
}
