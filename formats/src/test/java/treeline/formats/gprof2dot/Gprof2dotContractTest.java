package treeline.formats.gprof2dot;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class Gprof2dotContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new Gprof2dotFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(Files.writeString(into.resolve("graph.dot"), Gprof2dotTest.GRAPH));
    }
}
