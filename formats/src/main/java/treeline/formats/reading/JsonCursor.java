package treeline.formats.reading;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.source.ReadReport;
import treeline.source.files.FiniteDecimal;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A streaming JSON parser. Errors include the byte offset. NaN and Infinity are numbers, because
/// Python writes them.
public final class JsonCursor implements AutoCloseable {
    /// Two levels of nesting are one call: paths may be 100,000 calls deep.
    private static final int DEPTH_LIMIT = 400_000;

    private static final String EARLY_END = "Unexpected end-of-input";
    private static final int TEXT_LIMIT = 1 << 22;
    private static final int NAME_LIMIT = 1 << 16;

    static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                    .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEPTH_LIMIT)
                                    .maxStringLength(TEXT_LIMIT)
                                    .maxNameLength(NAME_LIMIT)
                                    .build())
                    .build();

    private final MappedFile file;
    private final ReadReport.Log log;
    private final Utf8Stream text;
    private final JsonParser parser;
    private final RepeatedTexts repeated = new RepeatedTexts();
    private boolean ended;
    private boolean isEntered = true; // the object or array that the cursor is at

    /// Starts at the first token of a file, which stays open when the cursor is closed.
    ///
    /// @param log gets a note, when the cursor is closed, if texts were not UTF-8
    public JsonCursor(MappedFile file, ReadReport.Log log) {
        this.file = file;
        this.log = log;
        this.text = new Utf8Stream(new SegmentStream(file.bytes()));
        this.parser = parser();
        next();
        isEntered = true;
    }

    /// The parser looks at the first bytes for their encoding at once.
    private JsonParser parser() {
        try {
            return FACTORY.createParser(ObjectReadContext.empty(), text);
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    /// Moves on by one token.
    public JsonToken next() {
        isEntered = false;
        JsonToken token;
        try {
            token = parser.nextToken();
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
        if (token != null) return token;
        ended = true;
        throw file.malformed(file.size(), "more JSON", "the end of the file");
    }

    /// Whether the last error was that the file ends too early: some formats may end anywhere.
    public boolean endedEarly() {
        return ended;
    }

    public JsonToken token() {
        return parser.currentToken();
    }

    /// Inside an object: moves to the value of the next field; false at the object's end. An object
    /// or array that the cursor is at, and that nobody entered, is passed over.
    public boolean nextField() {
        if (!isEntered) skip();
        if (next() == JsonToken.END_OBJECT) return false;
        next();
        return true;
    }

    /// The same inside an array: moves to the next value; false at the array's end.
    public boolean nextElement() {
        if (!isEntered) skip();
        return next() != JsonToken.END_ARRAY;
    }

    /// The name of the field whose value the cursor is at.
    public String name() {
        return parser.currentName();
    }

    public void requireObject(String what) {
        if (!entersObject()) throw malformed(what + " as an object", found());
    }

    public void requireArray(String what) {
        if (!entersArray()) throw malformed(what + " as an array", found());
    }

    /// Whether the value is an object, whose fields are then visited by [#nextField].
    public boolean entersObject() {
        isEntered = token() == JsonToken.START_OBJECT;
        return isEntered;
    }

    /// Whether the value is an array, whose elements are then visited by [#nextElement].
    public boolean entersArray() {
        isEntered = token() == JsonToken.START_ARRAY;
        return isEntered;
    }

    /// Passes over the value, however much it holds. [#nextField] and [#nextElement] do so
    /// themselves.
    public void skip() {
        try {
            parser.skipChildren();
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    public boolean isNumber() {
        return token().isNumeric();
    }

    public double number(String what) {
        if (!isNumber()) throw malformed(what + " as a number", found());
        try {
            double value = parser.getDoubleValue();
            if (Double.isInfinite(value) && FiniteDecimal.isTooLarge(value, parser.getString()))
                throw malformed(what + " within the range of a double", parser.getString());
            return value;
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    public long whole(String what) {
        if (token() != JsonToken.VALUE_NUMBER_INT)
            throw malformed(what + " as a whole number", found());
        try {
            return parser.getLongValue();
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    public int index(String what) {
        long number = whole(what);
        if (number < 0 || number > Integer.MAX_VALUE)
            throw malformed(what + " from 0 to 2147483647", Long.toString(number));
        return (int) number;
    }

    /// The text of a value that is one, and the digits of a number; empty for null.
    public String text(String what) {
        if (token() == JsonToken.VALUE_NULL) return "";
        if (!token().isScalarValue()) throw malformed(what + " as a text", found());
        try {
            return parser.getString();
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    /// The same for texts that come again and again: each is made once, and found by its letters.
    public String repeatedText(String what) {
        if (token() == JsonToken.VALUE_NULL) return "";
        if (!token().isScalarValue()) throw malformed(what + " as a text", found());
        try {
            return repeated.of(
                    parser.getStringCharacters(),
                    parser.getStringOffset(),
                    parser.getStringLength());
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    /// A value of one piece with its type; empty for null, objects and arrays.
    public Optional<Value> scalar() {
        try {
            return switch (token()) {
                case VALUE_STRING -> Optional.of(new Value.Text(parser.getString()));
                case VALUE_TRUE -> Optional.of(new Value.Flag(true));
                case VALUE_FALSE -> Optional.of(new Value.Flag(false));
                case VALUE_NUMBER_FLOAT -> Optional.of(new Value.Real(parser.getDoubleValue()));
                case VALUE_NUMBER_INT ->
                        Optional.of(
                                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                                        ? new Value.Real(parser.getDoubleValue())
                                        : new Value.Whole(parser.getLongValue()));
                default -> Optional.empty();
            };
        } catch (JacksonException bad) {
            throw malformed(bad);
        }
    }

    /// Metadata with the field that the cursor is at, if it has a name and a value of one piece.
    public Metadata addedTo(Metadata facts, String prefix) {
        String name = name();
        return scalar().filter(_ -> !name.isBlank())
                .map(value -> facts.with(prefix + name, value))
                .orElse(facts);
    }

    /// The texts and numbers of an object by their names; objects and arrays in it are passed over.
    public Map<String, String> scalars(String what) {
        Map<String, String> scalars = new HashMap<>();
        requireObject(what);
        while (nextField()) if (token().isScalarValue()) scalars.put(name(), text("a fact"));
        return scalars;
    }

    public long offset() {
        return text.offsetInFile(Math.max(0, parser.currentTokenLocation().getByteOffset()));
    }

    public MalformedProfileException malformed(String expected, String found) {
        return file.malformed(offset(), expected, found);
    }

    /// What the cursor is at, for messages.
    public String found() {
        return switch (token()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case END_OBJECT, END_ARRAY -> "an end";
            case VALUE_STRING -> "a text";
            default -> String.valueOf(parser.getString());
        };
    }

    private MalformedProfileException malformed(JacksonException bad) {
        long at = bad.getLocation() == null ? 0 : bad.getLocation().getByteOffset();
        String message = String.valueOf(bad.getOriginalMessage());
        ended = message.startsWith(EARLY_END) || isCutWord(at, message);
        int detail = message.indexOf(" (start marker");
        return file.malformed(
                text.offsetInFile(Math.max(0, at)),
                "well-formed JSON",
                detail < 0 ? message : message.substring(0, detail));
    }

    /// Whether the file ends within `true`, `false` or `null`; several types of exceptions say that
    /// it ends within something else.
    private boolean isCutWord(long at, String message) {
        return message.startsWith("Unrecognized token") && text.offsetInFile(at) + 5 > file.size();
    }

    @Override
    public void close() {
        text.note(log, file.path().toString());
        parser.close();
    }
}
