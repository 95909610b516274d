package treeline.plot.draw;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Labels of call paths: the function name, preceded by as many callers as are needed to
/// distinguish the paths of a figure. Labels that are too wide lose whole callers, not parts of
/// names.
public final class PathLabels {
    private static final String OMITTED = "/…/";

    /// A path, and the group of runs that a figure adds: `main/solve, compiler = gcc`.
    private static final Pattern GROUPED =
            Pattern.compile("(.*?)(, [^,/=]+ = .*)?", Pattern.DOTALL);

    private static final Pattern KEY = Pattern.compile(", [^,/=]+ = ");

    private final List<List<String>> frames;
    private final int[] shown;

    private PathLabels(List<List<String>> frames) {
        this.frames = frames;
        this.shown = new int[frames.size()];
        Arrays.fill(shown, 1);
    }

    /// One label per path, in the same order; equal paths have equal labels.
    static List<String> of(List<String> paths) {
        return new PathLabels(paths.stream().map(PathLabels::frames).toList()).distinct();
    }

    /// Labels that fit into a width.
    public static List<String> of(List<String> paths, double room, TextStyle ink) {
        List<String> labels = withoutKeys(of(paths), room, ink);
        List<String> shorter =
                labels.stream()
                        .map(label -> width(label, ink) <= room ? label : elided(label))
                        .toList();
        boolean isDistinct = Set.copyOf(shorter).size() == Set.copyOf(labels).size();
        return DistinctNames.of(isDistinct ? shorter : labels, room, ink);
    }

    /// `solve, gcc` instead of `solve, compiler = gcc` if a label is too wide.
    private static List<String> withoutKeys(List<String> labels, double room, TextStyle ink) {
        if (labels.stream().allMatch(label -> width(label, ink) <= room)) return labels;
        List<String> shorter =
                labels.stream().map(label -> KEY.matcher(label).replaceAll(", ")).toList();
        return Set.copyOf(shorter).size() == Set.copyOf(labels).size() ? shorter : labels;
    }

    private static double width(String label, TextStyle ink) {
        return TextMetrics.width(TextMetrics.printable(label), ink.size(), ink.bold());
    }

    private static String elided(String label) {
        List<String> frames = frames(label);
        return frames.size() < 3 ? label : frames.getFirst() + OMITTED + frames.getLast();
    }

    private List<String> distinct() {
        while (lengthen())
            ;
        return IntStream.range(0, shown.length).mapToObj(this::label).toList();
    }

    /// Adds a caller to every label that several paths share; whether a label changed.
    private boolean lengthen() {
        Map<String, Set<List<String>>> byLabel = new HashMap<>();
        for (int i = 0; i < shown.length; i++)
            byLabel.computeIfAbsent(label(i), _ -> new HashSet<>()).add(frames.get(i));
        List<Integer> ambiguous =
                IntStream.range(0, shown.length)
                        .filter(i -> shown[i] < frames.get(i).size())
                        .filter(i -> byLabel.getOrDefault(label(i), Set.of()).size() > 1)
                        .boxed()
                        .toList();
        for (int i : ambiguous) shown[i]++;
        return !ambiguous.isEmpty();
    }

    private String label(int index) {
        List<String> all = frames.get(index);
        return String.join("/", all.subList(all.size() - shown[index], all.size()));
    }

    /// The frames of a path. A slash within brackets or next to another slash is part of a name.
    private static List<String> frames(String text) {
        Matcher grouped = GROUPED.matcher(text);
        boolean found = grouped.matches();
        String path = found ? grouped.group(1) : text;
        String group = found && grouped.group(2) != null ? grouped.group(2) : "";
        List<String> frames = new ArrayList<>();
        int from = 0;
        int depth = 0;
        for (int i = 0; i < path.length(); i++) {
            char symbol = path.charAt(i);
            if ("([{<".indexOf(symbol) >= 0) depth++;
            if (")]}>".indexOf(symbol) >= 0) depth = Math.max(0, depth - 1);
            boolean separates = symbol == '/' && depth == 0 && i > from && i + 1 < path.length();
            if (!separates) continue;
            frames.add(path.substring(from, i));
            from = i + 1;
        }
        frames.add(path.substring(from) + group);
        return frames;
    }
}
