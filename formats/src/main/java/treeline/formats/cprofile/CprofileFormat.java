package treeline.formats.cprofile;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Path;

/// Files of Python's cProfile (`dump_stats`, `-o`), which pstats reads.
public final class CprofileFormat extends OneFileFormat {

    public CprofileFormat() {
        super(
                "cprofile",
                "Python's cProfile statistics (pstats)",
                "one pstats file",
                file -> new PstatsReader().read(file));
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        return Marshal.startsWithFunctions(prefix) ? Match.CERTAIN : Match.NO;
    }
}
