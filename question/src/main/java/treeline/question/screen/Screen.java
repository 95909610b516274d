package treeline.question.screen;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/// The capabilities of the output device.
///
/// @param width columns of a line; [#UNLIMITED] for files and pipes, so that `grep` finds names
///   that a terminal would shorten
public record Screen(boolean terminal, int width, boolean colour, boolean unicode) {
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /// Text that is neither shortened nor coloured.
    public static final Screen PLAIN = new Screen(false, UNLIMITED, false, true);

    private static final int USUAL_WIDTH = 80;

    /// Figures made of characters are as wide on pages as on most terminals.
    public static final Screen PAGE = PLAIN.withWidth(USUAL_WIDTH);

    /// The launcher knows cheaply what Java finds out at some cost: which streams are terminals
    /// (`out`, `err`), how wide they are, and that the locale is not UTF-8.
    public static final String TERMINALS = "treeline.terminals";

    public static final String COLUMNS = "treeline.columns";
    public static final String ASCII = "treeline.ascii";

    /// What the environment and the launcher tell of where output goes.
    ///
    /// @param lookup the value of an environment variable or of one of our properties, or null
    public static Screen of(boolean terminal, Function<String, @Nullable String> lookup) {
        return new Screen(
                terminal, width(terminal, lookup), terminal && wantsColour(lookup), isUtf8(lookup));
    }

    /// Whether the launcher says that a stream, `out` or `err`, is a terminal.
    public static boolean isTerminal(String stream, String terminals) {
        return Arrays.asList(terminals.split(",")).contains(stream);
    }

    private static int width(boolean terminal, Function<String, @Nullable String> lookup) {
        int stated = columns(lookup.apply("COLUMNS"));
        if (stated > 0) return stated;
        if (!terminal) return UNLIMITED;
        int measured = columns(lookup.apply(COLUMNS));
        return measured > 0 ? measured : USUAL_WIDTH;
    }

    private static int columns(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > 6) return 0;
        return text.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.parseInt(text) : 0;
    }

    /// The convention of no-color.org: the variable counts if it is not empty.
    private static boolean wantsColour(Function<String, @Nullable String> lookup) {
        String refused = lookup.apply("NO_COLOR");
        return (refused == null || refused.isEmpty()) && !"dumb".equals(lookup.apply("TERM"));
    }

    /// The first of the three that is set decides, as in POSIX.
    private static boolean isUtf8(Function<String, @Nullable String> lookup) {
        if ("true".equals(lookup.apply(ASCII))) return false;
        for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String locale = lookup.apply(name);
            if (locale != null && !locale.isEmpty())
                return locale.toLowerCase(Locale.ROOT).replace("-", "").contains("utf8");
        }
        return false;
    }

    public Screen withWidth(int columns) {
        return new Screen(terminal, columns, colour, unicode);
    }

    public Screen withoutColour() {
        return new Screen(terminal, width, false, unicode);
    }

    public Screen inAscii() {
        return new Screen(terminal, width, colour, false);
    }

    /// The text in a colour, or as it is where colours are not shown.
    public String paint(String text, Colour as) {
        return colour && !text.isEmpty() ? as.start() + text + Colour.END : text;
    }

    /// What stands for text that was left out.
    public String ellipsis() {
        return unicode ? "…" : "...";
    }
}
