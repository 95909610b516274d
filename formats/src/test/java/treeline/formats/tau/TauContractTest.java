package treeline.formats.tau;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class TauContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new TauFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(Files.writeString(into.resolve("profile.0.0.0"), TauTest.RUN));
    }

    /// User events are optional.
    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }
}
