package treeline.store.text;

import treeline.model.Metadata.Value;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextLines;

import java.util.List;
import java.util.Map;

/// A metadata line: `@meta,whole,ranks,512`. Numbers are in ordinary notation, because `-` is not a
/// separator here.
final class MetaLine {
    private static final String TEXT = "text";
    private static final String WHOLE = "whole";
    private static final String REAL = "real";
    private static final String FLAG = "flag";

    private MetaLine() {}

    /// The fields behind `@meta`.
    static List<String> fields(String key, Value value) {
        String type =
                switch (value) {
                    case Value.Text _ -> TEXT;
                    case Value.Whole _ -> WHOLE;
                    case Value.Real _ -> REAL;
                    case Value.Flag _ -> FLAG;
                };
        return List.of(type, Escapes.encoded(key, ""), Escapes.encoded(value.toString(), ""));
    }

    static void addTo(Map<String, Value> metadata, List<String> fields, TextLines at) {
        if (fields.size() != 3) throw at.malformed("@meta,type,key,value");
        String key = Escapes.decoded(fields.get(1), at);
        if (key.isBlank()) throw at.malformed("a key that is not blank");
        Value value = value(fields.getFirst(), Escapes.decoded(fields.get(2), at), at);
        if (metadata.put(key, value) != null)
            throw at.malformed("keys that differ", QuotedExcerpt.of(key) + " twice");
    }

    private static Value value(String type, String text, TextLines at) {
        return switch (type) {
            case TEXT -> new Value.Text(text);
            case WHOLE -> new Value.Whole(Word.whole(text, at));
            case REAL -> new Value.Real(Word.real(text, at));
            case FLAG -> new Value.Flag(flag(text, at));
            default -> throw at.malformed("one of text, whole, real, flag", QuotedExcerpt.of(type));
        };
    }

    private static boolean flag(String text, TextLines at) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw at.malformed("true or false", QuotedExcerpt.of(text));
        };
    }
}
