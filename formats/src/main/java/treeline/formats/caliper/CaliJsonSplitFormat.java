package treeline.formats.caliper;

import treeline.formats.caliper.split.SplitReader;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Caliper's json-split, the output that Caliper called "hatchet" until version 2.10.
public final class CaliJsonSplitFormat extends OneFileFormat {
    static final String NAME = "caliper-json-split";

    private static final Pattern ROWS_FIRST =
            Pattern.compile("\\s*\\{\\s*\"data\"\\s*:\\s*\\[\\s*\\[");

    public CaliJsonSplitFormat() {
        super(
                NAME,
                "Caliper json-split, also known as Hatchet JSON",
                "one json-split file",
                SplitReader::read);
    }

    /// The rows come first, so that what tells this format from others may stand beyond what is
    /// looked at.
    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        String start = new String(prefix, StandardCharsets.ISO_8859_1);
        if (!start.stripLeading().startsWith("{")) return Match.NO;
        boolean marked =
                start.contains("\"column_metadata\"")
                        && start.contains("\"columns\"")
                        && start.contains("\"data\"");
        if (marked) return Match.CERTAIN;
        return ROWS_FIRST.matcher(start).lookingAt() ? Match.PLAUSIBLE : Match.NO;
    }
}
