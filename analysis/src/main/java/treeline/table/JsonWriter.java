package treeline.table;

import treeline.text.ControlCharacters;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;

/// A streaming JSON writer: it builds no document in memory, because call trees may have a million
/// nodes. The outer two levels are indented, deeper ones are on one line.
///
/// A subclass may override every method and build values instead of text.
public class JsonWriter {
    private static final int INDENTED_LEVELS = 2;

    private final Appendable out;
    private final Deque<Level> levels = new ArrayDeque<>();
    private boolean named;

    private static final class Level {
        final char end;
        boolean empty = true;

        Level(char end) {
            this.end = end;
        }
    }

    public JsonWriter(Appendable out) {
        this.out = out;
    }

    public JsonWriter object() {
        return open('{', '}');
    }

    public JsonWriter array() {
        return open('[', ']');
    }

    private JsonWriter open(char start, char end) {
        beforeValue();
        append(String.valueOf(start));
        levels.push(new Level(end));
        return this;
    }

    /// Ends the object or array that was opened last.
    public JsonWriter end() {
        Level level = levels.pop();
        if (!level.empty && levels.size() < INDENTED_LEVELS) newLine();
        append(String.valueOf(level.end));
        if (levels.isEmpty()) append("\n");
        return this;
    }

    public JsonWriter name(String name) {
        beforeItem();
        append(quoted(name));
        append(": ");
        named = true;
        return this;
    }

    /// An array of strings.
    public JsonWriter values(Iterable<String> texts) {
        array();
        texts.forEach(this::value);
        return end();
    }

    /// An array of whole numbers.
    public JsonWriter values(IntStream numbers) {
        array();
        numbers.forEach(this::value);
        return end();
    }

    public JsonWriter nullValue() {
        return literal("null");
    }

    public JsonWriter value(String text) {
        return literal(quoted(text));
    }

    public JsonWriter value(boolean flag) {
        return literal(Boolean.toString(flag));
    }

    public JsonWriter value(long number) {
        return literal(Long.toString(number));
    }

    /// What is not a finite number is null: JSON has no other word for it.
    public JsonWriter value(double number) {
        if (!Double.isFinite(number)) return literal("null");
        boolean whole = number == Math.rint(number) && Math.abs(number) < 0x1p53;
        return literal(whole ? Long.toString((long) number) : Double.toString(number));
    }

    private JsonWriter literal(String text) {
        beforeValue();
        append(text);
        return this;
    }

    private void beforeValue() {
        if (named) named = false;
        else if (!levels.isEmpty()) beforeItem();
    }

    private void beforeItem() {
        Level level = levels.getFirst();
        boolean indented = levels.size() <= INDENTED_LEVELS;
        if (!level.empty) append(indented ? "," : ", ");
        level.empty = false;
        if (indented) newLine();
    }

    private void newLine() {
        append("\n" + "  ".repeat(levels.size()));
    }

    private void append(String text) {
        try {
            out.append(text);
        } catch (java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    /// A text as JSON writes it, for what is put together from parts that are JSON already.
    public static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (isEscaped(text, i)) quoted.append("\\u%04x".formatted((int) c));
                    else quoted.append(c);
                }
            }
        }
        return quoted.append('"').toString();
    }

    /// JSON requires it below U+0020 only; the other control characters would control a terminal.
    private static boolean isEscaped(String text, int at) {
        char c = text.charAt(at);
        return ControlCharacters.isControl(c) && !(Character.isSurrogate(c) && isPaired(text, at));
    }

    private static boolean isPaired(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
