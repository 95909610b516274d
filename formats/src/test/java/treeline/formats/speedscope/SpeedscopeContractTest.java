package treeline.formats.speedscope;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class SpeedscopeContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new SpeedscopeFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(into.resolve("evented.json"), SpeedscopeTest.EVENTED),
                Files.writeString(into.resolve("sampled.json"), SpeedscopeTest.SAMPLED));
    }
}
