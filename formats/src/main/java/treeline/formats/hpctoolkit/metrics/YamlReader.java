package treeline.formats.hpctoolkit.metrics;

import treeline.source.files.MalformedProfileException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Parser of the YAML subset that hpcprof writes: nested lists and maps by indentation or in
/// brackets, plain and quoted scalars, anchors and aliases. Aliases are not expanded, so they
/// cannot exhaust memory. Anything else is rejected with its line number.
final class YamlReader {
    private static final int MAX_FILE_LENGTH = 1 << 24;
    private static final int DEEPEST = 64;

    private final Path file;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, Yaml> anchors = new HashMap<>();
    private int next;

    /// A non-empty line without its comment.
    private record Line(int number, int indent, String text) {}

    private YamlReader(Path file) {
        this.file = file;
    }

    /// A file's top value and the values that carry anchors.
    record Document(Yaml top, Map<String, Yaml> anchors) {}

    static Document read(Path file) throws IOException {
        if (Files.size(file) > MAX_FILE_LENGTH)
            throw MalformedProfileException.of(
                    file.toString(),
                    "a file of at most %d bytes".formatted(MAX_FILE_LENGTH),
                    "%d bytes".formatted(Files.size(file)));
        var reader = new YamlReader(file);
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        reader.split(text);
        Yaml top =
                reader.lines.isEmpty()
                        ? Yaml.NONE
                        : reader.block(reader.lines.getFirst().indent, 0);
        if (reader.next < reader.lines.size())
            throw reader.malformed("the end", "'%s'".formatted(reader.lines.get(reader.next).text));
        return new Document(top, reader.anchors);
    }

    private void split(String text) {
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String kept = withoutComment(line).stripTrailing();
            String content = kept.stripLeading();
            int indent = kept.length() - content.length();
            if (kept.substring(0, indent).indexOf('\t') >= 0)
                throw MalformedProfileException.atLine(
                        file, number, "blanks before the text", "a tab");
            boolean startsDocument = lines.isEmpty() && content.equals("---");
            if (!content.isEmpty() && !startsDocument) lines.add(new Line(number, indent, content));
        }
    }

    /// Quotes enclose a text only where one can start: not as in `don't`.
    private static String withoutComment(String line) {
        char quote = 0;
        char last = ' ';
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) quote = c == quote ? 0 : quote;
            else if (YamlFlow.isQuote(c) && " [{,".indexOf(last) >= 0) quote = c;
            else if (c == '#' && last == ' ') return line.substring(0, i);
            last = c;
        }
        return line;
    }

    /// A list or map whose lines start at one column.
    private Yaml block(int indent, int depth) {
        if (depth > DEEPEST) throw malformed("at most %d levels".formatted(DEEPEST), "more");
        return isItem(lines.get(next).text) ? list(indent, depth) : map(indent, depth);
    }

    private Yaml list(int indent, int depth) {
        List<Yaml> items = new ArrayList<>();
        while (isAt(indent) && isItem(lines.get(next).text)) {
            Line line = lines.get(next);
            String behind = line.text.substring(1).stripLeading();
            String anchor = anchorOf(behind);
            String rest = withoutAnchor(behind, anchor);
            Yaml item;
            if (rest.isEmpty()) {
                next++;
                item = below(indent, depth);
            } else if (isField(rest)) {
                // the item is a map whose first field stands on the dash's line
                int column = indent + line.text.length() - rest.length();
                lines.set(next, new Line(line.number, column, rest));
                item = map(column, depth + 1);
            } else {
                next++;
                item = value(rest, line.number);
            }
            keep(anchor, item);
            items.add(item);
        }
        return new Yaml.Items(items);
    }

    private Yaml map(int indent, int depth) {
        Map<String, Yaml> fields = new LinkedHashMap<>();
        while (isAt(indent)) {
            Line line = lines.get(next);
            if (!isField(line.text))
                throw malformed("a field such as 'name: value'", "'%s'".formatted(line.text));
            var flow = new YamlFlow(line.text, message -> malformedAt(line.number, message));
            String name = flow.key();
            String anchor = anchorOf(flow.rest());
            String rest = withoutAnchor(flow.rest(), anchor);
            next++;
            Yaml value = rest.isEmpty() ? below(indent, depth) : value(rest, line.number);
            keep(anchor, value);
            if (fields.put(name, value) != null)
                throw malformedAt(line.number, "'%s' twice".formatted(name));
        }
        return new Yaml.Fields(fields);
    }

    /// What is indented below a line; a list may also start at the column of its field.
    private Yaml below(int indent, int depth) {
        if (next == lines.size()) return Yaml.ABSENT;
        Line line = lines.get(next);
        boolean isListOfField = line.indent == indent && isItem(line.text);
        return line.indent > indent || isListOfField ? block(line.indent, depth + 1) : Yaml.ABSENT;
    }

    private Yaml value(String text, int number) {
        return new YamlFlow(text, message -> malformedAt(number, message)).whole();
    }

    private void keep(String anchor, Yaml value) {
        if (!anchor.isEmpty()) anchors.put(anchor, value);
    }

    private boolean isAt(int indent) {
        return next < lines.size() && lines.get(next).indent == indent;
    }

    private static boolean isField(String text) {
        return YamlFlow.endOfKey(text) >= 0;
    }

    private static boolean isItem(String text) {
        return text.startsWith("- ") || text.equals("-");
    }

    private static String withoutAnchor(String text, String anchor) {
        return anchor.isEmpty() ? text : text.substring(anchor.length() + 1).stripLeading();
    }

    private static String anchorOf(String text) {
        if (!text.startsWith("&")) return "";
        int end = 1;
        while (end < text.length() && text.charAt(end) != ' ') end++;
        return text.substring(1, end);
    }

    private MalformedProfileException malformed(String expected, String found) {
        int at = Math.min(next, lines.size() - 1);
        return MalformedProfileException.atLine(file, lines.get(at).number, expected, found);
    }

    private MalformedProfileException malformedAt(int number, String found) {
        return MalformedProfileException.atLine(file, number, "a text, list or map", found);
    }
}
