package treeline.formats.nsys;

import treeline.formats.reading.SqliteFile;
import treeline.formats.reading.SqliteHeader;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.file.Path;

/// Reports of Nsight Systems that were exported to SQLite.
public final class NsysFormat implements ProfileFormat {

    @Override
    public String name() {
        return "nsys";
    }

    @Override
    public String description() {
        return "Nsight Systems' SQLite export";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        Path file = input.files().getFirst();
        if (!SqliteHeader.isAtStartOf(input.prefix(file))) return Match.NO;
        try (SqliteFile database = SqliteFile.open(file)) {
            return NsysLayout.isIn(database) ? Match.CERTAIN : Match.NO;
        } catch (MalformedProfileException damaged) {
            return Match.NO;
        }
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        return NsysReader.open(input.onlyFile("one SQLite database"));
    }
}
