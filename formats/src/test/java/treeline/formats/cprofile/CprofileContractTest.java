package treeline.formats.cprofile;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class CprofileContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new CprofileFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.write(into.resolve("new.pstats"), CprofileTest.STATISTICS.bytes()),
                Files.write(into.resolve("old.pstats"), CprofileTest.PYTHON2.bytes()));
    }
}
