package treeline.formats.perf;

import org.jspecify.annotations.Nullable;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The first line of a sample, `comm pid/tid [cpu] time: period event: rest`; its fields depend on
/// perf's `-F`.
///
/// @param pid empty if only the thread is printed
/// @param period NaN if not printed
/// @param rest the text after the event: a frame if no stack follows, or the fields of a tracepoint
record SampleHeader(String comm, String pid, String tid, double period, String event, String rest) {
    /// Longer lines are none, so that no line takes long.
    private static final int MAX_LENGTH = 4096;

    private static final Pattern LINE =
            Pattern.compile(
                    "\\s*(?<comm>\\S.{0,63}?)\\s+(?:(?<pid>-?\\d{1,10})/)?(?<tid>-?\\d{1,10})\\s+"
                            + "(?:\\[(?<cpu>\\d{1,6})]\\s+)?"
                            + "(?:[A-Za-z.]{4,8}\\s+)?" // flags of interrupts
                            + "(?:(?<time>\\d{1,12}\\.\\d{1,9}):\\s+)?"
                            + "(?:(?<period>-?\\d{1,19})\\s+)?"
                            + "(?<event>[^\\s:\\d]\\S{0,255}):(?<rest>\\s.*|)");

    /// Null where the line is none.
    static @Nullable SampleHeader of(String line) {
        if (line.length() > MAX_LENGTH) return null;
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) return null;
        String pid = matcher.group("pid");
        String period = matcher.group("period");
        return new SampleHeader(
                matcher.group("comm"),
                pid == null ? "" : pid,
                matcher.group("tid"),
                period == null ? Double.NaN : Double.parseDouble(period),
                matcher.group("event"),
                matcher.group("rest"));
    }

    /// Whether the period cannot be one.
    boolean hasNegativePeriod() {
        return period < 0;
    }

    SampleHeader withoutPeriod() {
        return new SampleHeader(comm, pid, tid, Double.NaN, event, rest);
    }

    boolean hasPeriod() {
        return !Double.isNaN(period);
    }

    /// Records of mappings, names and lost samples, which are printed in between if asked for.
    static boolean isOtherRecord(String line) {
        return line.contains("PERF_RECORD_");
    }
}
