package treeline.query;

import java.util.Locale;

/// A token of a query.
///
/// @param text unquoted and unescaped
/// @param offset of its first character
record Token(Kind kind, String text, int offset) {
    enum Kind {
        WORD,
        QUOTED,
        NUMBER,
        SYMBOL,
        END
    }

    /// Keywords may be written in any case.
    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /// As error messages name it.
    String shown() {
        return switch (kind) {
            case WORD -> "'%s'".formatted(text);
            case QUOTED -> "\"%s\"".formatted(text);
            case NUMBER, SYMBOL -> text;
            case END -> "the end";
        };
    }

    String upper() {
        return text.toUpperCase(Locale.ROOT);
    }
}
