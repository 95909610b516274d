package treeline.formats.pprof;

import treeline.formats.reading.OneFileFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;

/// pprof profiles (`profile.proto`), with or without gzip.
public final class PprofFormat extends OneFileFormat {
    static final String NAME = "pprof";

    public PprofFormat() {
        super(NAME, "pprof profiles (profile.proto)");
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        return PprofSniff.match(prefix);
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return MappedFile.read(
                input.onlyFile("one pprof file"), file -> new PprofReader(file).read());
    }
}
