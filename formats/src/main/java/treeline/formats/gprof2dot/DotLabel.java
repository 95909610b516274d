package treeline.formats.gprof2dot;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parser of node labels, `[module] name inclusive% (own%) [calls×]`. Missing values are NaN.
record DotLabel(String module, String name, double inclusive, double own, double calls) {
    private static final Pattern INCLUSIVE = Pattern.compile("(\\d{1,20}(?:\\.\\d{0,20})?)%");
    private static final Pattern OWN = Pattern.compile("\\((\\d{1,20}(?:\\.\\d{0,20})?)%\\)");
    private static final Pattern CALLS = Pattern.compile("(\\d{1,20})\u00d7");

    static DotLabel of(String id, String label) {
        List<String> lines = lines(label);
        double calls = takeLast(lines, CALLS);
        double own = takeLast(lines, OWN);
        double inclusive = takeLast(lines, INCLUSIVE);
        String module = lines.size() < 2 ? "" : lines.removeFirst();
        String name = String.join(" ", lines);
        if (name.isBlank()) name = id.isBlank() ? "unnamed" : id;
        return new DotLabel(module, name, inclusive, own, calls);
    }

    boolean hasValues() {
        return !Double.isNaN(inclusive) || !Double.isNaN(own);
    }

    double weight() {
        return Double.isNaN(inclusive) ? 0 : inclusive;
    }

    private static double takeLast(List<String> lines, Pattern pattern) {
        if (lines.isEmpty()) return Double.NaN;
        Matcher matcher = pattern.matcher(lines.getLast());
        if (!matcher.matches()) return Double.NaN;
        lines.removeLast();
        return Double.parseDouble(matcher.group(1));
    }

    /// Lines end with the escapes `\n`, `\l` and `\r`; `\\` is a backslash.
    private static List<String> lines(String label) {
        List<String> lines = new ArrayList<>();
        var line = new StringBuilder();
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            char after = i + 1 < label.length() ? label.charAt(i + 1) : 0;
            if (c == '\\' && (after == 'n' || after == 'l' || after == 'r')) {
                lines.add(line.toString());
                line.setLength(0);
                i++;
            } else if (c == '\\' && after == '\\') {
                line.append('\\');
                i++;
            } else line.append(c);
        }
        lines.add(line.toString());
        lines.removeIf(String::isBlank);
        return lines;
    }
}
