package treeline.store.text;

import treeline.source.files.FiniteDecimal;
import treeline.store.text.rows.QuotedExcerpt;
import treeline.store.text.rows.TextLines;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// Words of header lines: lower-case constants, and numbers in ordinary notation.
final class Word {
    private Word() {}

    /// The same in every locale: a Turkish `I` has another lower-case letter.
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static <E extends Enum<E>> E of(Class<E> type, String text, TextLines at) {
        for (E constant : type.getEnumConstants()) if (of(constant).equals(text)) return constant;
        String known =
                Arrays.stream(type.getEnumConstants())
                        .map(Word::of)
                        .collect(Collectors.joining(", "));
        throw at.malformed("one of " + known, QuotedExcerpt.of(text));
    }

    static long whole(String text, TextLines at) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notWhole) {
            throw at.malformed("a whole number", QuotedExcerpt.of(text));
        }
    }

    static double real(String text, TextLines at) {
        try {
            return FiniteDecimal.parse(text);
        } catch (NumberFormatException notReal) {
            throw at.malformed("a number", QuotedExcerpt.of(text));
        }
    }
}
