package treeline.formats.pyinstrument;

import treeline.formats.reading.JsonShape;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// Output of `pyinstrument -r json`.
public final class PyinstrumentFormat extends OneFileFormat {

    public PyinstrumentFormat() {
        super(
                "pyinstrument",
                "pyinstrument's JSON (-r json)",
                "one JSON file",
                file -> new PyinstrumentReader().read(file));
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        Set<String> fields = JsonShape.of(prefix).fields();
        if (!fields.contains("root_frame")) return Match.NO;
        return fields.contains("duration") || fields.contains("sample_count")
                ? Match.CERTAIN
                : Match.PLAUSIBLE;
    }
}
