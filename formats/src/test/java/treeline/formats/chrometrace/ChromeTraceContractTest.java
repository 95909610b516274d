package treeline.formats.chrometrace;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ChromeTraceContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new ChromeTraceFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(into.resolve("object.json"), ChromeTraceSamples.OBJECT),
                Files.writeString(into.resolve("gpu.json"), ChromeTraceSamples.GPU));
    }
}
