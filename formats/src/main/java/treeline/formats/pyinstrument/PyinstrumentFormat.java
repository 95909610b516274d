package treeline.formats.pyinstrument;

import treeline.formats.reading.JsonShape;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.util.Set;

/// What `pyinstrument -r json` writes.
public final class PyinstrumentFormat implements ProfileFormat {

    @Override
    public String name() {
        return "pyinstrument";
    }

    @Override
    public String description() {
        return "pyinstrument's JSON (-r json)";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        Set<String> fields = JsonShape.of(input.prefix(input.files().getFirst())).fields();
        if (!fields.contains("root_frame")) return Match.NO;
        return fields.contains("duration") || fields.contains("sample_count")
                ? Match.CERTAIN
                : Match.PLAUSIBLE;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one JSON file"))) {
            return new PyinstrumentReader().read(file);
        }
    }
}
