package treeline.plot;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Names that stand beside each other, cut to a width so that names that differ still do: where
/// their starts and ends are alike, the part in which they differ is kept.
final class DistinctNames {
    private static final String MORE = "…";

    private final List<String> names;
    private final double room;
    private final Ink ink;
    private final String[] shown;

    private DistinctNames(List<String> names, double room, Ink ink) {
        this.names = names.stream().map(Lettering::printable).toList();
        this.room = room;
        this.ink = ink;
        this.shown = new String[names.size()];
    }

    /// One for each name, in the same order. Names that are equal stay equal.
    static List<String> of(List<String> names, double room, Ink ink) {
        var all = new DistinctNames(names, room, ink);
        all.cut(IntStream.range(0, names.size()).boxed().toList(), 0);
        return List.of(all.shown);
    }

    /// @param from how many characters are left out at the start, because these names share them
    private void cut(List<Integer> rows, int from) {
        Map<String, List<Integer>> alike = new LinkedHashMap<>();
        for (int row : rows) {
            shown[row] =
                    from == 0 ? fitted(names.get(row), room) : behind(names.get(row).substring(from));
            alike.computeIfAbsent(shown[row], _ -> new ArrayList<>()).add(row);
        }
        for (List<Integer> group : alike.values()) {
            int shared = shared(group);
            if (shared > from) cut(group, shared);
        }
    }

    private String fitted(String text, double width) {
        return Lettering.fitted(text, width, ink.size(), ink.bold());
    }

    /// What follows a start that is left out. Its first symbol differs, so that one stays.
    private String behind(String rest) {
        double left = room - Lettering.width(MORE, ink.size(), ink.bold());
        String cut = fitted(rest, left);
        if (!cut.startsWith(MORE) || rest.startsWith(MORE)) return MORE + cut;
        String first = rest.substring(0, rest.offsetByCodePoints(0, 1));
        return MORE + fitted(first, left);
    }

    /// How many characters all names start with; 0 where there is nothing to tell apart.
    private int shared(List<Integer> rows) {
        List<String> different = rows.stream().map(names::get).distinct().toList();
        if (different.size() < 2) return 0;
        String first = different.getFirst();
        int shared = first.length();
        for (String other : different) {
            int at = 0;
            while (at < Math.min(shared, other.length()) && first.charAt(at) == other.charAt(at))
                at++;
            shared = at;
        }
        boolean half = shared > 0 && Character.isHighSurrogate(first.charAt(shared - 1));
        return half ? shared - 1 : shared;
    }
}
