package treeline.plot;

import java.util.Collection;

/// What must hold of every figure: there is something to draw, and its parts fit each other.
final class Required {
    private Required() {}

    static void some(Collection<?> items, String otherwise) {
        if (items.isEmpty()) throw new IllegalArgumentException(otherwise);
    }

    static void equal(int is, int expected, String otherwise) {
        if (is != expected) throw new IllegalArgumentException(otherwise.formatted(is, expected));
    }
}
