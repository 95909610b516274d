package treeline.store.text.tinyprof;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/// Detects TinyProf files by their first bytes: by the header, by a name table above a header, or
/// by the first row.
public final class TinyProfSniff {
    /// Path, tag, loop mode and the first of the times, which the tool writes with `%f`.
    private static final Pattern ROW_START =
            Pattern.compile("[^,\"\\s][^,\"]*,[^,\"]*,[012],-?\\d+\\.\\d+(?:[-+|].*)?");

    /// A line of this length that does not end is more than what other tools start with.
    private static final int LONG = 1 << 15;

    private TinyProfSniff() {}

    public static boolean accepts(byte[] prefix) {
        String text = new String(prefix, StandardCharsets.ISO_8859_1);
        int end = text.indexOf('\n');
        if (end < 0) return isHeading(text) || isLongTable(text);
        String first = text.substring(0, end).stripTrailing();
        return isHeading(first)
                || (text.startsWith(TinyProfHeader.PLAIN_START, end + 1)
                        && TinyProfNames.of(first) != null);
    }

    private static boolean isHeading(String line) {
        return TinyProfHeader.of(line) != null || ROW_START.matcher(line).matches();
    }

    /// Whether all that can be seen is the beginning of a name table.
    private static boolean isLongTable(String text) {
        if (text.length() < LONG) return false;
        String fields = upToLastComma(text);
        return TinyProfNames.of(fields) != null || TinyProfNames.of(upToLastComma(fields)) != null;
    }

    private static String upToLastComma(String text) {
        return text.substring(0, Math.max(0, text.lastIndexOf(',')));
    }
}
