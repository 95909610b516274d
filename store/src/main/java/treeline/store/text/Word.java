package treeline.store.text;

import treeline.source.FiniteDecimal;

import java.util.Arrays;
import java.util.stream.Collectors;

/// Single words of header lines: constants in lower case, and numbers as people write them.
final class Word {
    private Word() {}

    static <E extends Enum<E>> E of(Class<E> type, String text, Lines at) {
        for (E constant : type.getEnumConstants())
            if (constant.name().toLowerCase().equals(text)) return constant;
        String known =
                Arrays.stream(type.getEnumConstants())
                        .map(constant -> constant.name().toLowerCase())
                        .collect(Collectors.joining(", "));
        throw at.malformed("one of " + known, Excerpt.of(text));
    }

    static long whole(String text, Lines at) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notWhole) {
            throw at.malformed("a whole number", Excerpt.of(text));
        }
    }

    static double real(String text, Lines at) {
        try {
            return FiniteDecimal.parse(text);
        } catch (NumberFormatException notReal) {
            throw at.malformed("a number", Excerpt.of(text));
        }
    }
}
