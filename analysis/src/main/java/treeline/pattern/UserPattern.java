package treeline.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

/// A regular expression that a user wrote, in the syntax of RE2, which matches in time linear in
/// the length of the text. The expressions of the JDK, which are for our own, take longer than the
/// age of the universe for some.
///
/// Look-around, back-references, atomic groups and possessive repetitions are not supported.
public final class UserPattern implements Serializable {
    private final Pattern pattern;

    private UserPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /// @throws MalformedPatternException if it is no regular expression, or not supported
    public static UserPattern of(String regex) {
        PatternSize.check(regex);
        try {
            return new UserPattern(Pattern.compile(regex));
        } catch (PatternSyntaxException wrong) {
            throw malformed(regex, wrong.getDescription(), String.valueOf(wrong.getPattern()));
        }
    }

    private static MalformedPatternException malformed(
            String regex, String description, String part) {
        if (description.startsWith("missing closing )"))
            return new MalformedPatternException(regex, description, regex.length());
        int place = Math.max(0, part.isEmpty() ? regex.length() - 1 : regex.indexOf(part));
        String unsupported = unsupported(part);
        return new MalformedPatternException(
                regex,
                unsupported.isEmpty()
                        ? part.isEmpty() ? description : description + " " + part
                        : unsupported + " not supported",
                place);
    }

    /// What other kinds of regular expressions have at such a place; empty if none has.
    private static String unsupported(String part) {
        if (part.startsWith("(?<=") || part.startsWith("(?<!")) return "look-behind is";
        if (part.startsWith("(?=") || part.startsWith("(?!")) return "look-ahead is";
        if (part.startsWith("(?>")) return "an atomic group is";
        if (part.matches("\\\\[1-9k].*")) return "a back-reference is";
        if (part.matches("([*+?]|\\{.*})\\+")) return "a possessive repetition is";
        if (part.startsWith("\\") || part.startsWith("(?")) return part + " is";
        return "";
    }

    /// Whether the whole text fits.
    public boolean matches(String whole) {
        return pattern.matches(whole);
    }

    /// The groups of the first place in a text that fits, by number, without those that took no
    /// part. Group 0 is all that fits. Empty if nothing fits.
    public Map<Integer, String> find(String text) {
        Map<Integer, String> found = new TreeMap<>();
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) return found;
        for (int group = 0; group <= matcher.groupCount(); group++) {
            String part = matcher.group(group);
            if (part != null) found.put(group, part);
        }
        return found;
    }

    /// The numbers of the groups that have names: `(?<name>...)`.
    public Map<String, Integer> names() {
        return Map.copyOf(pattern.namedGroups());
    }

    public int groups() {
        return pattern.groupCount();
    }

    /// The replacement, if the whole text fits, else the text.
    ///
    /// @param replacement may refer to groups, as `$1` or `${name}`
    /// @throws IllegalArgumentException if there is no such group
    public String replaced(String whole, String replacement) {
        if (!matches(whole)) return whole;
        try {
            return pattern.matcher(whole).replaceFirst(replacement);
        } catch (IndexOutOfBoundsException | IllegalArgumentException noSuchGroup) {
            throw new IllegalArgumentException(
                    "'%s' refers to a group that '%s' lacks".formatted(replacement, this),
                    noSuchGroup);
        }
    }

    /// The expression as it was written.
    @Override
    public String toString() {
        return pattern.pattern();
    }
}
