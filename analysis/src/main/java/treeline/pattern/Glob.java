package treeline.pattern;

/// Glob patterns: `*` matches any characters, `?` one character.
public final class Glob {
    private final String text;
    private final boolean anyCase;
    private final int[] pattern;

    private Glob(String text, boolean anyCase) {
        this.text = text;
        this.anyCase = anyCase;
        this.pattern = letters(text);
    }

    public static Glob of(String text) {
        return new Glob(text, false);
    }

    /// The same whatever the case of letters.
    public Glob ignoringCase() {
        return new Glob(text, true);
    }

    /// Whether a text stands for more than itself.
    public static boolean isPattern(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    }

    private int[] letters(String of) {
        return anyCase
                ? of.codePoints()
                        .map(each -> Character.toLowerCase(Character.toUpperCase(each)))
                        .toArray()
                : of.codePoints().toArray();
    }

    /// Whether the whole text is meant.
    public boolean matches(String whole) {
        return whole.equals(text) || matches(letters(whole));
    }

    /// Where a text does not go on as the pattern does, only the last star can take more: those
    /// before it have found what follows them as early as it is. So no text takes longer than its
    /// length times that of the pattern, however many stars there are.
    private boolean matches(int[] whole) {
        int at = 0;
        int next = 0;
        int star = -1;
        int taken = 0;
        while (at < whole.length) {
            if (next < pattern.length && pattern[next] == '*') {
                star = next++;
                taken = at;
            } else if (next < pattern.length
                    && (pattern[next] == '?' || pattern[next] == whole[at])) {
                next++;
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++taken;
            } else return false;
        }
        while (next < pattern.length && pattern[next] == '*') next++;
        return next == pattern.length;
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
