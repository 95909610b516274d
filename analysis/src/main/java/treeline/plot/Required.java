package treeline.plot;

import java.util.Collection;

/// Preconditions of figures: they are not empty, and their parts match in size.
final class Required {
    private Required() {}

    static void some(Collection<?> items, String otherwise) {
        if (items.isEmpty()) throw new IllegalArgumentException(otherwise);
    }

    static void equal(int is, int expected, String otherwise) {
        if (is != expected) throw new IllegalArgumentException(otherwise.formatted(is, expected));
    }
}
