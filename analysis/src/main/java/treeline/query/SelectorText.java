package treeline.query;

import java.util.ArrayList;
import java.util.List;

/// Lexer for the syntax that context and path selectors share: `kind(argument).kind,
/// kind(argument)`. Parts are joined by dots, alternatives by commas or `|`; text in parentheses or
/// double quotes is passed on unparsed.
public final class SelectorText {
    private final String text;
    private int at;

    /// One part with its position, for error messages.
    ///
    /// @param hasArgument whether parentheses follow, possibly empty
    /// @param from offset of the argument in the text
    /// @param to one past the end of the argument
    public record Part(String text, String kind, int at, boolean hasArgument, int from, int to) {

        String argument() {
            return text.substring(from, to);
        }

        /// What is wrong with the kind.
        public QuerySyntaxException wrong(String problem) {
            return new QuerySyntaxException(text, at, problem);
        }

        /// What is wrong with the argument.
        QuerySyntaxException wrongArgument(String problem) {
            return wrongArgument(0, problem);
        }

        /// An error within the argument, at an offset from its start.
        QuerySyntaxException wrongArgument(int offset, String problem) {
            return new QuerySyntaxException(text, from + offset, problem);
        }
    }

    private SelectorText(String text) {
        this.text = text;
    }

    /// The alternatives, each a list of parts.
    ///
    /// @throws QuerySyntaxException with the place and what was expected there
    public static List<List<Part>> parse(String text) {
        return new SelectorText(text).alternatives();
    }

    private List<List<Part>> alternatives() {
        List<List<Part>> all = new ArrayList<>();
        do {
            List<Part> parts = new ArrayList<>();
            do parts.add(part());
            while (take('.'));
            all.add(parts);
        } while (take(',') || take('|'));
        if (at < text.length()) throw wrong("expected a dot, a comma, | or the end");
        return all;
    }

    private Part part() {
        skipSpaces();
        int start = at;
        String kind = at < text.length() && text.charAt(at) == '"' ? quoted() : word();
        if (kind.isEmpty()) throw wrong("expected a kind such as rank or function, or *");
        if (!take('(')) return new Part(text, kind, start, false, at, at);
        int from = at;
        int to = closing(from);
        at = to + 1;
        return new Part(text, kind, start, true, from, to);
    }

    private String word() {
        int start = at;
        if (take('*')) return "*";
        while (at < text.length() && isWordPart(text.charAt(at))) at++;
        return text.substring(start, at);
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == ':';
    }

    private String quoted() {
        int end = text.indexOf('"', at + 1);
        if (end < 0) throw wrong("unterminated string");
        String quoted = text.substring(at + 1, end);
        at = end + 1;
        return quoted;
    }

    /// The parenthesis that closes an argument: those of names such as `foo(int)` are part of it.
    private int closing(int from) {
        int depth = 1;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') quoted = !quoted;
            if (quoted) continue;
            if (c == '(') depth++;
            if (c == ')' && --depth == 0) return i;
        }
        throw new QuerySyntaxException(text, from - 1, "this parenthesis is not closed");
    }

    private void skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private boolean take(char expected) {
        skipSpaces();
        if (at == text.length() || text.charAt(at) != expected) return false;
        at++;
        return true;
    }

    private QuerySyntaxException wrong(String problem) {
        String found =
                at == text.length() ? "the end" : "'%s'".formatted(text.substring(at, at + 1));
        return new QuerySyntaxException(text, at, "%s, found %s".formatted(problem, found));
    }
}
