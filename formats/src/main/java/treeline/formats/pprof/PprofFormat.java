package treeline.formats.pprof;

import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;

/// Profiles of pprof (`profile.proto`), with or without gzip.
public final class PprofFormat implements ProfileFormat {
    static final String NAME = "pprof";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "pprof profiles (profile.proto)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        return PprofSniff.match(input.prefix(input.files().getFirst()));
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one pprof file"))) {
            return new PprofReader(file).read();
        }
    }
}
