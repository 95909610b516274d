package treeline.app.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Compares output in a page with real output. Numbers with their units, bars and the width of
/// columns are ignored, because they differ between machines. A line of three dots stands for any
/// number of lines.
final class ShownOutput {
    private static final Pattern NUMBER =
            Pattern.compile(
                    "[-+~]?\\d[\\d.,]*(e[-+]?\\d+)?("
                            + " ?(ns|µs|us|ms|s|min|h|%|B|[KMG]iB|x|[kMGT])(?![\\p{Alnum}_]))?");
    private static final Pattern BARS = Pattern.compile("[\\u2581-\\u258f\\u2588]+");
    private static final List<String> ELISIONS = List.of("...", "…");

    private ShownOutput() {}

    /// Whether the real lines have the form of the shown ones.
    static boolean matches(List<String> shown, String real) {
        List<String> lines = real.lines().map(ShownOutput::form).filter(s -> !s.isEmpty()).toList();
        List<String> expected =
                shown.stream().map(ShownOutput::form).filter(s -> !s.isEmpty()).toList();
        return matches(new ArrayList<>(expected), lines);
    }

    private static boolean matches(List<String> shown, List<String> lines) {
        if (shown.isEmpty()) return lines.isEmpty();
        if (ELISIONS.contains(shown.getFirst())) {
            List<String> rest = shown.subList(1, shown.size());
            for (int from = 0; from <= lines.size(); from++)
                if (matches(rest, lines.subList(from, lines.size()))) return true;
            return false;
        }
        return !lines.isEmpty()
                && lines.getFirst().equals(shown.getFirst())
                && matches(shown.subList(1, shown.size()), lines.subList(1, lines.size()));
    }

    private static String form(String line) {
        String bare = BARS.matcher(line).replaceAll(" ");
        return NUMBER.matcher(bare).replaceAll("#").replaceAll("\\s+", " ").strip();
    }
}
