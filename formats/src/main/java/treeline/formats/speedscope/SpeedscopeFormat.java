package treeline.formats.speedscope;

import treeline.formats.reading.JsonShape;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Match;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/// Speedscope's JSON, also written by py-spy, rbspy, dotnet-trace and others.
public final class SpeedscopeFormat extends OneFileFormat {
    private static final String SCHEMA = "speedscope.app/file-format-schema.json";

    public SpeedscopeFormat() {
        super(
                "speedscope",
                "speedscope's JSON, evented and sampled",
                "one JSON file",
                file -> new SpeedscopeReader(file).read());
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
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
}
