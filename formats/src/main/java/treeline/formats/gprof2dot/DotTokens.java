package treeline.formats.gprof2dot;

import treeline.formats.reading.SegmentStream;
import treeline.source.files.MalformedProfileException;
import treeline.source.files.MappedFile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/// Lexer of the DOT language. Quoted strings are returned without quotes but with escapes other
/// than `\"`, because their meaning depends on the attribute.
final class DotTokens implements AutoCloseable {
    /// The kind of a token: a quoted `{` is a string and not a sign.
    enum Kind {
        SIGN,
        WORD,
        TEXT,
        END
    }

    private static final int TEXT_LIMIT = 1 << 20;
    private static final int NONE = -2;

    private final MappedFile file;
    private final BufferedReader in;
    private int ahead = NONE;
    private long line = 1;
    private Kind kind = Kind.END;
    private String text = "";

    DotTokens(MappedFile file) throws IOException {
        this.file = file;
        this.in =
                new BufferedReader(
                        new InputStreamReader(
                                new SegmentStream(file.bytes()), StandardCharsets.UTF_8));
        next();
    }

    String text() {
        return text;
    }

    boolean isSign(String sign) {
        return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.TEXT;
    }

    boolean atEnd() {
        return kind == Kind.END;
    }

    MalformedProfileException malformed(String expected) {
        String found = atEnd() ? "the end of the file" : "'" + text + "'";
        return MalformedProfileException.atLine(
                file.path(), line, expected, found.length() > 80 ? found.substring(0, 80) : found);
    }

    void next() throws IOException {
        int c = skipBlanks();
        if (c < 0) set(Kind.END, "");
        else if (c == '"') set(Kind.TEXT, quoted());
        else if (c == '<') set(Kind.TEXT, markup());
        else if (c == '-') {
            int second = read();
            if (second == '>' || second == '-') set(Kind.SIGN, second == '>' ? "->" : "--");
            else {
                ahead = second;
                set(Kind.WORD, word('-'));
            }
        } else if ("{}[]=,;:".indexOf(c) >= 0) set(Kind.SIGN, Character.toString(c));
        else set(Kind.WORD, word(c));
    }

    private void set(Kind newKind, String newText) {
        kind = newKind;
        text = newText;
    }

    private int read() throws IOException {
        int c = ahead == NONE ? in.read() : ahead;
        ahead = NONE;
        if (c == '\n') line++;
        return c;
    }

    private int skipBlanks() throws IOException {
        while (true) {
            int c = read();
            if (c == '#') skipLine();
            else if (c == '/') skipComment();
            else if (c < 0 || !Character.isWhitespace(c)) return c;
        }
    }

    private void skipLine() throws IOException {
        for (int c = read(); c >= 0 && c != '\n'; ) c = read();
    }

    private void skipComment() throws IOException {
        int c = read();
        if (c == '/') skipLine();
        else if (c == '*')
            for (int last = read(), next = read(); next >= 0; last = next, next = read())
                if (last == '*' && next == '/') return;
    }

    private String quoted() throws IOException {
        var into = new StringBuilder();
        for (int c = read(); c != '"'; c = read()) {
            if (c == '\\') {
                c = read();
                if (c != '"') append(into, '\\');
            }
            append(into, c);
        }
        return into.toString();
    }

    /// A text in angle brackets, which may nest.
    private String markup() throws IOException {
        var into = new StringBuilder();
        int depth = 1;
        while (true) {
            int c = read();
            if (c == '<') depth++;
            else if (c == '>' && --depth == 0) return into.toString();
            append(into, c);
        }
    }

    private String word(int first) throws IOException {
        var into = new StringBuilder();
        append(into, first);
        for (int c = read(); ; c = read()) {
            if (c < 0 || Character.isWhitespace(c) || "{}[]=,;:\"<-".indexOf(c) >= 0) {
                if (c == '\n') line--; // it is read again
                ahead = c;
                return into.toString();
            }
            append(into, c);
        }
    }

    private void append(StringBuilder into, int c) {
        if (c < 0 || into.length() >= TEXT_LIMIT) {
            set(c < 0 ? Kind.END : Kind.TEXT, "a longer one");
            throw malformed("a terminated string of at most 1,048,576 characters");
        }
        into.append((char) c);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
