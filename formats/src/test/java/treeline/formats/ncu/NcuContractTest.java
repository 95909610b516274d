package treeline.formats.ncu;

import treeline.source.ProfileFormat;
import treeline.testkit.FormatContract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class NcuContractTest extends FormatContract {
    @Override
    protected ProfileFormat format() {
        return new NcuFormat();
    }

    @Override
    protected List<Path> samples(Path into) throws IOException {
        return List.of(
                Files.writeString(into.resolve("long.csv"), NcuTest.LONG),
                Files.writeString(into.resolve("wide.csv"), NcuTest.WIDE),
                Files.writeString(into.resolve("details.csv"), NcuTest.DETAILS));
    }

    /// A list of records has no end mark.
    @Override
    protected boolean noticesEveryCut() {
        return false;
    }

    @Override
    protected boolean mayEndAfter(byte[] part) {
        return endsLine(part);
    }
}
