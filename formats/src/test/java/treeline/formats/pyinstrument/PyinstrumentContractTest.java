package treeline.formats.pyinstrument;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class PyinstrumentContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new PyinstrumentFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(Files.writeString(into.resolve("session.json"), PyinstrumentTest.SESSION));
    }
}
