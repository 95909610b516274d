package treeline.query;

import treeline.query.Token.Kind;

import java.util.ArrayList;
import java.util.List;

/// Lexer of the text dialect.
final class Tokens {
    /// Longer symbols before those that they start with.
    private static final List<String> SYMBOLS =
            List.of(
                    "->", "=~", "==", "<=", ">=", "<>", "!=", "=", "<", ">", "(", ")", "{", "}",
                    "[", "]", ":", ",", ".", "*", "+");

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int next;

    Tokens(String source) {
        this.source = source;
        int at = 0;
        while (at < source.length()) at = read(at);
        tokens.add(new Token(Kind.END, "", source.length()));
    }

    private int read(int at) {
        char first = source.charAt(at);
        if (Character.isWhitespace(first)) return at + 1;
        if (first == '"' || first == '\'') return quoted(at);
        if (startsNumber(at)) return number(at);
        if (Character.isLetter(first) || first == '_') {
            int end = at;
            while (end < source.length() && isWordPart(source.charAt(end))) end++;
            return add(Kind.WORD, at, end);
        }
        for (String symbol : SYMBOLS)
            if (source.startsWith(symbol, at)) return add(Kind.SYMBOL, at, at + symbol.length());
        throw new QuerySyntaxException(source, at, "unexpected '%s'".formatted(first));
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private boolean startsNumber(int at) {
        int digit = source.charAt(at) == '-' ? at + 1 : at;
        if (digit < source.length() && source.charAt(digit) == '.') digit++;
        return digit < source.length() && isDigit(source.charAt(digit));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// A unit may follow without a space, so letters end a number, except those of an exponent.
    private int number(int at) {
        int end = at + 1;
        while (end < source.length() && isNumberPart(end)) end++;
        return add(Kind.NUMBER, at, end);
    }

    private boolean isNumberPart(int at) {
        char c = source.charAt(at);
        if (isDigit(c) || c == '.') return true;
        boolean exponent = c == 'e' || c == 'E';
        boolean sign = (c == '-' || c == '+') && "eE".indexOf(source.charAt(at - 1)) >= 0;
        int next = at + 1;
        if (exponent && next < source.length() && "+-".indexOf(source.charAt(next)) >= 0) next++;
        return (exponent || sign) && next < source.length() && isDigit(source.charAt(next));
    }

    private int add(Kind kind, int from, int to) {
        tokens.add(new Token(kind, source.substring(from, to), from));
        return to;
    }

    /// A backslash stands for itself, so that regular expressions need no doubling, except before
    /// the quote that would end the text.
    private int quoted(int at) {
        char quote = source.charAt(at);
        var text = new StringBuilder();
        for (int i = at + 1; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == quote) {
                tokens.add(new Token(Kind.QUOTED, text.toString(), at));
                return i + 1;
            }
            if (c == '\\' && i + 1 < source.length()) {
                char escaped = source.charAt(++i);
                if (escaped != quote) text.append(c);
                text.append(escaped);
            } else text.append(c);
        }
        throw new QuerySyntaxException(source, at, "unterminated string");
    }

    Token peek() {
        return tokens.get(next);
    }

    Token peekSecond() {
        return tokens.get(Math.min(next + 1, tokens.size() - 1));
    }

    Token take() {
        Token token = tokens.get(next);
        if (token.kind() != Kind.END) next++;
        return token;
    }

    boolean takeSymbol(String symbol) {
        if (!peek().isSymbol(symbol)) return false;
        next++;
        return true;
    }

    boolean takeWord(String keyword) {
        if (!peek().isWord(keyword)) return false;
        next++;
        return true;
    }

    QuerySyntaxException expected(String what) {
        return expected(what, peek());
    }

    QuerySyntaxException expected(String what, Token found) {
        return wrong(found, "expected %s, found %s".formatted(what, found.shown()));
    }

    QuerySyntaxException wrong(Token at, String problem) {
        return new QuerySyntaxException(source, at.offset(), problem);
    }

    void require(String symbol) {
        if (!takeSymbol(symbol)) throw expected(symbol);
    }

    void requireWord(String keyword) {
        if (!takeWord(keyword)) throw expected(keyword);
    }
}
