package treeline.formats.caliper;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

class SpotContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new SpotFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        Path tables = into.resolve("spot.sqlite");
        Path sina = into.resolve("sina.sqlite");
        Files.deleteIfExists(tables);
        Files.deleteIfExists(sina);
        try {
            return List.of(SpotFile.tables(tables, 2.5), SpotFile.sina(sina, 2.5));
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }
}
