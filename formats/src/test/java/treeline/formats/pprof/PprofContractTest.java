package treeline.formats.pprof;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class PprofContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new PprofFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.write(into.resolve("plain.pb"), PprofBytes.solver().bytes()),
                Files.write(into.resolve("packed.pb.gz"), PprofBytes.solver().gzipped()));
    }
}
