package treeline.formats.caliper.split;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

import treeline.formats.reading.Utf8Stream;

import java.util.List;
import java.util.Set;

/// JSON parser settings and field names of Caliper's JSON.
public final class CaliperJson {
    private static final int MAX_TEXT_LENGTH = 1 << 20;
    private static final int DEEPEST = 16;

    /// Nested attributes by name, for files that do not have them in one `path`. Outermost first,
    /// as far as that is usual.
    public static final List<String> NESTED =
            List.of(
                    "annotation",
                    "phase",
                    "region",
                    "function",
                    "loop",
                    "statement",
                    "mpi.function");

    public static final String PATH = "path";

    /// Which of Spot's measurements a record is of.
    static final String CHANNEL = "spot.channel";

    /// The paths of sampled stacks, which go deeper than annotations.
    public static final String CALL_STACK = "source.function#callpath.address";

    public static final Set<String> TIMES = Set.of("time", "time (inc)", "time (exc)");

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxStringLength(MAX_TEXT_LENGTH)
                                    .maxNestingDepth(DEEPEST)
                                    .build())
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                    .build();

    private CaliperJson() {}

    public static JsonParser parser(Utf8Stream text) {
        return FACTORY.createParser(ObjectReadContext.empty(), text);
    }

    /// Where the parser stopped, in bytes of what it read.
    static long offset(JacksonException broken) {
        return broken.getLocation() == null ? 0 : broken.getLocation().getByteOffset();
    }

    public static String firstLine(JacksonException broken) {
        return broken.getOriginalMessage().lines().findFirst().orElse("broken text");
    }
}
