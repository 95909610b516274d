package treeline.query;

import java.util.regex.Pattern;

/// Texts as people choose them: `*` stands for any characters, `?` for one, everything else for
/// itself.
public final class Glob {
    private final String text;
    private final Pattern pattern;

    private Glob(String text, Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    public static Glob of(String text) {
        return new Glob(text, Pattern.compile(regex(text), Pattern.DOTALL));
    }

    /// The same whatever the case of letters.
    public Glob ignoringCase() {
        int flags = Pattern.DOTALL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return new Glob(text, Pattern.compile(regex(text), flags));
    }

    /// Whether a text stands for more than itself.
    public static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    /// Stars in a row are one, and each takes as little as it can, so that a match takes little
    /// time.
    private static String regex(String text) {
        var regex = new StringBuilder();
        for (String part : text.replaceAll("\\*+", "*").split("(?<=[*?])|(?=[*?])"))
            regex.append(
                    switch (part) {
                        case "*" -> ".*?";
                        case "?" -> ".";
                        default -> Pattern.quote(part);
                    });
        return regex.toString();
    }

    /// Whether the whole text is meant.
    public boolean matches(String whole) {
        return whole.equals(text) || pattern.matcher(whole).matches();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Glob that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
