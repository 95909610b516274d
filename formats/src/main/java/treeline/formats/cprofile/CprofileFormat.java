package treeline.formats.cprofile;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;

/// Files of Python's cProfile (`dump_stats`, `-o`), read by Python's pstats.
public final class CprofileFormat implements ProfileFormat {

    @Override
    public String name() {
        return "cprofile";
    }

    @Override
    public String description() {
        return "Python's cProfile statistics (pstats)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        byte[] prefix = input.prefix(input.files().getFirst());
        return Marshal.startsWithFunctions(prefix) ? Match.CERTAIN : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one pstats file"))) {
            return new PstatsReader().read(file);
        }
    }
}
