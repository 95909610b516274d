package treeline.text;

import java.util.Collection;
import java.util.stream.Collectors;

/// A list of names for a sentence, which is cut if there are too many.
public final class NameList {
    private NameList() {}

    /// `a, b and 3 more`.
    public static String shortened(Collection<String> names, int most) {
        int more = names.size() - most;
        return first(names, most) + (more > 0 ? " and %d more".formatted(more) : "");
    }

    /// `a, b, ...`.
    public static String dotted(Collection<String> names, int most) {
        return first(names, most) + (names.size() > most ? ", ..." : "");
    }

    private static String first(Collection<String> names, int most) {
        return names.stream().limit(most).collect(Collectors.joining(", "));
    }
}
