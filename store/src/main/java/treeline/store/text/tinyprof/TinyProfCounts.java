package treeline.store.text.tinyprof;

import treeline.store.text.rows.SwarScanner;
import treeline.store.text.rows.TextForm;

/// Counts the ranks and executions in a list of times without parsing numbers. A `-` or `+` is a
/// sign at the start of a number and after an `e`, otherwise a separator.
final class TinyProfCounts {
    private int ranks;
    private int executions;
    private long executionsInAll;
    private int loneZeros;
    private int overruns;
    private boolean hasMany;
    private boolean hasIterations;

    private TinyProfCounts() {}

    static TinyProfCounts of(byte[] text, int from, int to) {
        var counts = new TinyProfCounts();
        for (int at = from; at <= to; ) at = counts.addRank(text, at, to) + 1;
        return counts;
    }

    /// Counts one rank and returns where it ends.
    private int addRank(byte[] text, int from, int to) {
        int separators = 0;
        int here = 1;
        boolean isOwn = true;
        int numberFrom = from;
        int at = nextMark(text, from, to);
        for (; at < to && text[at] != TextForm.PLACE; at = nextMark(text, at + 1, to)) {
            byte b = text[at];
            if (b == TextForm.FIELD) isOwn = false;
            boolean isMark = b == TextForm.EXECUTION || b == TextForm.ITERATION;
            if (!isMark || !isOwn || isSign(text, at, numberFrom)) continue;
            separators++;
            if (b == TextForm.EXECUTION) here++;
            numberFrom = at + 1;
        }
        ranks++;
        if (!isOwn) overruns++;
        executions = Math.max(executions, here);
        executionsInAll += here;
        hasMany |= separators > 0;
        hasIterations |= separators >= here;
        if (separators == 0 && isZero(text, from, at)) loneZeros++;
        return at;
    }

    private static boolean isSign(byte[] text, int at, int numberFrom) {
        return at == numberFrom || (text[at - 1] | 0x20) == 'e';
    }

    /// The next character that is neither digit nor point.
    private static int nextMark(byte[] text, int from, int to) {
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            int plain = SwarScanner.digitsAndPoints(SwarScanner.at(text, at));
            if (plain < Long.BYTES) return at + plain;
        }
        while (at < to && (text[at] == '.' || (text[at] >= '0' && text[at] <= '9'))) at++;
        return at;
    }

    private static boolean isZero(byte[] text, int from, int to) {
        int at = from;
        while (at < to && (text[at] == '0' || text[at] == '.')) at++;
        return at == to || text[at] == TextForm.FIELD;
    }

    int ranks() {
        return ranks;
    }

    /// The executions of the rank that has most.
    int executions() {
        return executions;
    }

    /// How many ranks have nothing but one zero.
    int loneZeros() {
        return loneZeros;
    }

    /// How many ranks have a `,` in their times. In generation 1 the tool sometimes wrote the
    /// beginning of the next rank's message there, which are times of other events.
    int overruns() {
        return overruns;
    }

    /// Whether any rank has more than one value.
    boolean hasMany() {
        return hasMany;
    }

    boolean hasIterations() {
        return hasIterations;
    }

    /// How many executions the ranks lack of `all`.
    ///
    /// @param withoutLoneZeros whether ranks with a lone zero did not run and so lack nothing
    long missing(int all, boolean withoutLoneZeros) {
        int absent = withoutLoneZeros ? loneZeros : 0;
        return (long) (ranks - absent) * all - (executionsInAll - absent);
    }
}
