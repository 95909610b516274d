package treeline.formats.pprof;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Path;

/// pprof profiles (`profile.proto`), with or without gzip.
public final class PprofFormat extends OneFileFormat {
    static final String NAME = "pprof";

    public PprofFormat() {
        super(
                NAME,
                "pprof profiles (profile.proto)",
                "one pprof file",
                file -> new PprofReader(file).read());
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        return PprofSniff.match(prefix);
    }
}
