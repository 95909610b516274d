package treeline.formats.caliper;

import treeline.formats.caliper.split.SplitReader;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Caliper's json-split, which is what its output called "hatchet" was until version 2.10.
public final class CaliJsonSplitFormat implements ProfileFormat {
    static final String NAME = "caliper-json-split";

    private static final Pattern ROWS_FIRST =
            Pattern.compile("\\s*\\{\\s*\"data\"\\s*:\\s*\\[\\s*\\[");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Caliper's json-split, also known as hatchet JSON";
    }

    /// The rows come first, so that what tells this format from others may stand beyond what is
    /// looked at.
    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        byte[] prefix = input.prefix(input.files().getFirst());
        String start = new String(prefix, StandardCharsets.ISO_8859_1);
        if (!start.stripLeading().startsWith("{")) return Match.NO;
        boolean marked =
                start.contains("\"column_metadata\"")
                        && start.contains("\"columns\"")
                        && start.contains("\"data\"");
        if (marked) return Match.CERTAIN;
        return ROWS_FIRST.matcher(start).lookingAt() ? Match.PLAUSIBLE : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one json-split file"))) {
            return SplitReader.read(file);
        }
    }
}
