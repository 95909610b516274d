package treeline.formats.hatchet;

import treeline.formats.reading.GraphDocument;
import treeline.formats.reading.JsonShape;
import treeline.formats.reading.OneFileFormat;
import treeline.source.Input;
import treeline.source.Match;
import treeline.source.ProfileSource;
import treeline.source.files.MappedFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// Hatchet's JSON: the nested literal of `to_literal`, and the graph and dataframe of `to_json`.
public final class HatchetFormat extends OneFileFormat {
    static final String NAME = "hatchet";

    public HatchetFormat() {
        super(NAME, "Hatchet's JSON (to_literal, to_json)", "one JSON file", HatchetFormat::read);
    }

    @Override
    protected Match sniff(Path file, byte[] prefix) throws IOException {
        JsonShape shape = JsonShape.of(prefix);
        if (isLiteral(shape)) return Match.CERTAIN;
        if (!isGraph(shape)) return Match.NO;
        return GraphDocument.isEnsemble(file).orElse(true) ? Match.NO : Match.CERTAIN;
    }

    private static boolean isLiteral(JsonShape shape) {
        Set<String> fields = shape.fields();
        if (fields.contains("frame"))
            return fields.contains("metrics")
                    || fields.contains("children")
                    || shape.firstFields().contains("name");
        return shape.inArray() && fields.contains("name") && fields.contains("metrics");
    }

    static boolean isGraph(JsonShape shape) {
        return !shape.inArray() && !shape.fields().isEmpty() && shape.fields().contains("graph");
    }

    private static ProfileSource read(Path path, Input input) throws IOException {
        try (MappedFile file = MappedFile.open(path)) {
            boolean graph = isGraph(JsonShape.of(input.prefix(path)));
            return graph ? HatchetGraph.read(file) : HatchetLiteral.read(file);
        }
    }
}
