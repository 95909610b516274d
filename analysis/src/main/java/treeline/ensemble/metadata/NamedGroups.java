package treeline.ensemble.metadata;

import treeline.pattern.MalformedPatternException;
import treeline.pattern.UserPattern;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A regular expression with named groups, such as `(?<ranks>\d+)cores`. Unlike in Java, group
/// names may contain underscores, points and dashes, as metadata keys do.
public final class NamedGroups {
    private static final Pattern GROUP =
            Pattern.compile("(?<!\\\\)\\(\\?P?<([A-Za-z_][A-Za-z0-9_.-]*)>");

    private final UserPattern pattern;
    private final List<String> names = new ArrayList<>();

    /// @throws IllegalArgumentException if it is no regular expression, or names no group
    public NamedGroups(String regex) {
        String numbered =
                GROUP.matcher(regex)
                        .replaceAll(
                                group -> {
                                    names.add(group.group(1));
                                    return "(?<" + javaName(names.size() - 1) + ">";
                                });
        pattern = compiled(numbered, regex);
        if (names.isEmpty())
            throw new IllegalArgumentException(
                    "'%s' has no named group, such as (?<ranks>\\d+)".formatted(regex));
        if (names.stream().distinct().count() < names.size())
            throw new IllegalArgumentException(
                    "'%s' has two groups with the same name".formatted(regex));
    }

    /// @param shown what the user wrote
    private static UserPattern compiled(String regex, String shown) {
        try {
            return UserPattern.of(regex);
        } catch (MalformedPatternException bad) {
            throw new IllegalArgumentException(
                    "'%s' is not a valid regular expression: %s".formatted(shown, bad.problem()),
                    bad);
        }
    }

    private static String javaName(int group) {
        return "g" + group;
    }

    List<String> names() {
        return List.copyOf(names);
    }

    /// What the groups find anywhere in a text; empty where it does not fit.
    public Map<String, String> in(String text) {
        Map<String, String> found = new LinkedHashMap<>();
        Map<Integer, String> groups = pattern.find(text);
        for (int group = 0; group < names.size(); group++) {
            String part = groups.get(pattern.names().get(javaName(group)));
            if (part != null) found.put(names.get(group), part);
        }
        return found;
    }
}
