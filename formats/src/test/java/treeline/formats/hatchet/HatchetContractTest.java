package treeline.formats.hatchet;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class HatchetContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new HatchetFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(into.resolve("literal.json"), HatchetTest.LITERAL),
                Files.writeString(into.resolve("graph.json"), HatchetTest.GRAPH));
    }
}
