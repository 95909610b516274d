package treeline.formats.speedscope;

import treeline.formats.reading.JsonShape;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileFormat;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// The JSON that speedscope saves and that py-spy, rbspy, dotnet-trace and others write for it.
public final class SpeedscopeFormat implements ProfileFormat {
    private static final String SCHEMA = "speedscope.app/file-format-schema.json";

    @Override
    public String name() {
        return "speedscope";
    }

    @Override
    public String description() {
        return "speedscope's JSON, evented and sampled";
    }

    @Override
    public Match sniff(Input input) throws IOException {
        if (input.files().size() != 1) return Match.NO;
        byte[] prefix = input.prefix(input.files().getFirst());
        JsonShape shape = JsonShape.of(prefix);
        Set<String> fields = shape.fields();
        if (shape.inArray()) return Match.NO;
        boolean marked =
                fields.contains("$schema")
                        && new String(prefix, StandardCharsets.ISO_8859_1).contains(SCHEMA);
        return marked || (fields.contains("profiles") && fields.contains("shared"))
                ? Match.CERTAIN
                : Match.NO;
    }

    @Override
    public ProfileSource open(Input input) throws IOException {
        try (MappedFile file = MappedFile.open(input.onlyFile("one JSON file"))) {
            return new SpeedscopeReader(file).read();
        }
    }
}
