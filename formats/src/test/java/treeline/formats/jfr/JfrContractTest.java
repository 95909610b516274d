package treeline.formats.jfr;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

class JfrContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new JfrFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(JfrProgram.record(into.resolve("run.jfr")));
    }
}
