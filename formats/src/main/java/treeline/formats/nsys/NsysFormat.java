package treeline.formats.nsys;

import treeline.formats.reading.OneFileFormat;
import treeline.formats.reading.SqliteFile;
import treeline.formats.reading.SqliteHeader;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Path;

/// Nsight Systems reports exported to SQLite.
public final class NsysFormat extends OneFileFormat {

    public NsysFormat() {
        super(
                "nsys",
                "Nsight Systems SQLite export",
                "one SQLite database",
                (file, _) -> NsysReader.open(file));
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        boolean mine =
                SqliteHeader.isAtStartOf(prefix) && SqliteFile.matches(file, NsysLayout::isIn);
        return mine ? Match.CERTAIN : Match.NO;
    }
}
