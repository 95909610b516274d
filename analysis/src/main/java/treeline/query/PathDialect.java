package treeline.query;

import treeline.query.Predicate.Comparison;
import treeline.query.SelectorText.Part;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parser of hpcanalysis path selectors: `function(solve).line(solve.c:12)` matches line 12
/// anywhere below `solve`. docs/reference/select.md has the grammar.
final class PathDialect {
    private static final Pattern WRITTEN =
            Pattern.compile(
                    "(?is)\\s*(\\*|\\w+[(.]|(%s)\\b).*".formatted(String.join("|", Segment.WORDS)));
    private static final Pattern OTHER_DIALECT = Pattern.compile("(?is)\\s*(MATCH|NOT)\\b.*");

    private PathDialect() {}

    /// Whether a text is in this dialect.
    static boolean isWritten(String text) {
        return WRITTEN.matcher(text).matches() && !OTHER_DIALECT.matcher(text).matches();
    }

    static Query query(String text) {
        List<Query> alternatives = new ArrayList<>();
        for (List<Part> parts : SelectorText.parse(text))
            alternatives.add(new Query.Below(parts.stream().map(PathDialect::segment).toList()));
        return alternatives.size() == 1 ? alternatives.getFirst() : new Query.Or(alternatives);
    }

    private static Predicate segment(Part part) {
        if (part.kind().equals("*")) {
            if (part.hasArgument()) throw part.wrong("* is any node and takes no argument");
            return Predicate.anything();
        }
        Segment.Type type =
                Segment.Type.called(part.kind())
                        .orElseThrow(
                                () ->
                                        part.wrong(
                                                "unknown node kind '%s'; expected one of %s and *"
                                                        .formatted(
                                                                part.kind(),
                                                                String.join(", ", Segment.WORDS))));
        var frames = new Predicate.OfFrame(new Segment(type, argument(part, type)));
        return type.isRoot() ? frames.and(root()) : frames;
    }

    private static String argument(Part part, Segment.Type type) {
        if (!part.hasArgument()) return "";
        String argument = part.argument().strip();
        boolean quoted =
                argument.length() > 1 && argument.startsWith("\"") && argument.endsWith("\"");
        String text = quoted ? argument.substring(1, argument.length() - 1) : argument;
        if (text.isEmpty())
            throw part.wrongArgument("expected a name or a location, found nothing");
        if (!quoted) requirePlace(part, type);
        return text;
    }

    /// What follows the last colon of `file:12` or `binary:0x1f0` is a place, unless it looks like
    /// a part of a path or a pattern.
    private static void requirePlace(Part part, Segment.Type type) {
        int colon = part.argument().lastIndexOf(':');
        if (colon < 0) return;
        String place = part.argument().substring(colon + 1).strip();
        if (place.matches(".*[/\\\\.*?\\[].*")) return;
        String expected =
                switch (type) {
                    case LINE, LOOP ->
                            place.matches("\\d+(-\\d+)?")
                                    ? ""
                                    : "a line such as 12, or lines such as 12-20";
                    case INSTRUCTION ->
                            place.matches("0x[0-9a-fA-F]+|\\d+") ? "" : "an offset such as 0x1f0";
                    case FUNCTION, REGION, KERNEL, ENTRY, APPLICATION -> "";
                };
        if (!expected.isEmpty())
            throw part.wrongArgument(
                    colon + 1,
                    "expected %s after the colon, found %s; put a name with a colon in"
                                    .formatted(
                                            expected,
                                            place.isEmpty() ? "nothing" : "'" + place + "'")
                            + " double quotes");
    }

    private static Predicate root() {
        return new Predicate.Amount(
                Conditions.DEPTH, Comparison.EQUAL, 0, Optional.empty(), Optional.empty());
    }
}
