package treeline.formats.nsys;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

class NsysContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new NsysFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        Path file = into.resolve("report.sqlite");
        Files.deleteIfExists(file);
        try {
            return List.of(NsysExport.sample(file));
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }
}
