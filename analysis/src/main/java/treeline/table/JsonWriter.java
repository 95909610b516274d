package treeline.table;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/// Writes JSON (RFC 8259) value by value: commas, quotes and escapes are right, whatever the text.
/// A call that would not give JSON, such as a value in an object before its key, is refused.
///
/// ```
/// new JsonWriter(out).beginObject().key("run").value("a \"b\"").key("ranks").value(64).endObject();
/// ```
public final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private final Appendable out;

    /// The open objects `{`, those whose key was just written `:`, and arrays `[`, innermost last.
    private final StringBuilder open = new StringBuilder();

    /// Whether something stands before the next value, from which a comma parts it.
    private boolean needsComma;

    public JsonWriter(Appendable out) {
        this.out = out;
    }

    public JsonWriter beginObject() throws IOException {
        return begin('{');
    }

    public JsonWriter endObject() throws IOException {
        return end('{', '}');
    }

    public JsonWriter beginArray() throws IOException {
        return begin('[');
    }

    public JsonWriter endArray() throws IOException {
        return end('[', ']');
    }

    public JsonWriter key(String key) throws IOException {
        if (innermost() != '{')
            throw new IllegalStateException("key '%s' is not in an object".formatted(key));
        if (needsComma) out.append(',');
        quote(key);
        out.append(':');
        needsComma = false;
        setInnermost(':');
        return this;
    }

    public JsonWriter value(@Nullable String text) throws IOException {
        if (text == null) return nullValue();
        beforeValue();
        quote(text);
        return afterValue();
    }

    public JsonWriter value(long number) throws IOException {
        return plain(Long.toString(number));
    }

    /// The number, null where it is not finite: JSON has no word for that.
    public JsonWriter value(double number) throws IOException {
        return plain(Double.isFinite(number) ? Double.toString(number) : "null");
    }

    public JsonWriter value(boolean flag) throws IOException {
        return plain(Boolean.toString(flag));
    }

    public JsonWriter nullValue() throws IOException {
        return plain("null");
    }

    private JsonWriter plain(String token) throws IOException {
        beforeValue();
        out.append(token);
        return afterValue();
    }

    private JsonWriter begin(char bracket) throws IOException {
        beforeValue();
        out.append(bracket);
        open.append(bracket);
        needsComma = false;
        return this;
    }

    private JsonWriter end(char opening, char closing) throws IOException {
        if (innermost() != opening)
            throw new IllegalStateException("'%c' closes nothing that is open".formatted(closing));
        open.setLength(open.length() - 1);
        out.append(closing);
        return afterValue();
    }

    private void beforeValue() throws IOException {
        if (innermost() == '{') throw new IllegalStateException("a value in an object needs a key");
        if (innermost() == ' ' && needsComma)
            throw new IllegalStateException("the document is complete");
        if (needsComma) out.append(',');
    }

    private JsonWriter afterValue() {
        if (innermost() == ':') setInnermost('{');
        needsComma = true;
        return this;
    }

    private char innermost() {
        return open.isEmpty() ? ' ' : open.charAt(open.length() - 1);
    }

    private void setInnermost(char state) {
        open.setCharAt(open.length() - 1, state);
    }

    private void quote(String text) throws IOException {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (needsEscape(text, i)) escape(c);
                    else out.append(c);
                }
            }
        }
        out.append('"');
    }

    /// Control characters, and halves of a surrogate pair, which no encoding of the output has.
    private static boolean needsEscape(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c))
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        if (Character.isLowSurrogate(c))
            return at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
        return c < 0x20 || c == 0x7f;
    }

    private void escape(char c) throws IOException {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) out.append(HEX.charAt((c >> shift) & 0xf));
    }
}
