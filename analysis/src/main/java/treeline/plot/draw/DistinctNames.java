package treeline.plot.draw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Names cut at their end to fit a width, such that different names stay different: names with the
/// same start are cut there instead.
public final class DistinctNames {
    private static final String MORE = "…";

    private final List<String> names;
    private final double room;
    private final TextStyle ink;
    private final String[] shown;

    private DistinctNames(List<String> names, double room, TextStyle ink) {
        this.names = names.stream().map(TextMetrics::printable).toList();
        this.room = room;
        this.ink = ink;
        this.shown = new String[names.size()];
    }

    /// One for each name, in the same order. Names that are equal stay equal.
    public static List<String> of(List<String> names, double room, TextStyle ink) {
        var all = new DistinctNames(names, room, ink);
        all.cut(IntStream.range(0, names.size()).boxed().toList(), 0, 0);
        return List.of(all.shown);
    }

    /// @param start how many characters these names start with that they share and can do without
    /// @param end how many characters they share at their ends
    private void cut(List<Integer> rows, int start, int end) {
        Map<String, List<Integer>> alike = new LinkedHashMap<>();
        for (int row : rows) {
            shown[row] = shown(names.get(row), start, end);
            alike.computeIfAbsent(shown[row], _ -> new ArrayList<>()).add(row);
        }
        for (List<Integer> group : alike.values()) {
            List<String> different = group.stream().map(names::get).distinct().toList();
            int shared = different.size() < 2 ? 0 : start(different);
            if (shared > start) cut(group, shared, end(different, shared));
        }
    }

    private String shown(String name, int start, int end) {
        if (start == 0) return behind(name, 0);
        int from = name.lastIndexOf('/', start - 1) + 1;
        if (fits(name, from, end)) return behind(name, from);
        if (fits(name, start, end)) return behind(name, start);
        String rest = name.substring(start);
        String cut = fitted(rest, room - width(MORE));
        boolean keepsFirst = !cut.startsWith(MORE) || rest.startsWith(MORE);
        return keepsFirst ? MORE + cut : behind(name, start);
    }

    /// Whether all of a name in which it may differ from others has room.
    private boolean fits(String name, int from, int end) {
        return width(MORE + name.substring(from, name.length() - end) + MORE) <= room;
    }

    /// As much of a name as fits from a place on.
    private String behind(String name, int from) {
        String before = from == 0 ? "" : MORE;
        if (width(before + name.substring(from)) <= room) return before + name.substring(from);
        int to = name.length();
        do to = name.offsetByCodePoints(to, -1);
        while (to > from && width(before + name.substring(from, to) + MORE) > room);
        return before + name.substring(from, to) + (to > from ? MORE : "");
    }

    private double width(String text) {
        return TextMetrics.width(text, ink.size(), ink.bold());
    }

    private String fitted(String text, double width) {
        return TextMetrics.fitted(text, width, ink.size(), ink.bold());
    }

    /// How many characters all names start with.
    private static int start(List<String> different) {
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

    /// How many characters all names end with, behind their common start.
    private static int end(List<String> different, int start) {
        List<String> turned =
                different.stream()
                        .map(name -> new StringBuilder(name.substring(start)).reverse().toString())
                        .toList();
        return start(turned);
    }
}
