package treeline.formats.writing;

import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

import treeline.source.files.CompleteFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// JSON output files of exporters, which appear complete or not at all.
public final class JsonFile {
    private static final JsonFactory STANDARD = JsonFactory.builder().build();
    private static final JsonFactory PYTHON =
            JsonFactory.builder()
                    .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
                    .streamWriteConstraints(
                            StreamWriteConstraints.builder()
                                    .maxNestingDepth(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private JsonFile() {}

    /// Standard JSON: NaN and Infinity are strings.
    public static void write(Path file, Consumer<JsonGenerator> content) throws IOException {
        write(STANDARD, file, content);
    }

    /// JSON as Python reads it: NaN and Infinity are bare words.
    public static void writeForPython(Path file, Consumer<JsonGenerator> content)
            throws IOException {
        write(PYTHON, file, content);
    }

    private static void write(JsonFactory factory, Path file, Consumer<JsonGenerator> content)
            throws IOException {
        CompleteFile.write(
                file,
                unfinished -> {
                    try (JsonGenerator json =
                            factory.createGenerator(
                                    ObjectWriteContext.empty(),
                                    unfinished.stream(),
                                    JsonEncoding.UTF8)) {
                        content.accept(json);
                    }
                });
    }
}
