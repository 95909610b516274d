package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedEvent;

import treeline.array.IndexSort;
import treeline.formats.reading.TimeLine;
import treeline.source.trace.TraceLine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The states of threads over time. Events with a duration are intervals. A sample holds until the
/// next one if that follows within two periods, otherwise for one period, because a thread that is
/// not sampled did not run. Events of a recording are unordered.
final class JfrTimes {
    private final List<Spans> ofThreads = new ArrayList<>();

    /// The intervals of a thread in columns.
    private static final class Spans {
        private long[] begin = new long[8];
        private long[] length = new long[8]; // 0 for samples that do not say their period
        private boolean[] sampled = new boolean[8];
        private boolean[] inNative = new boolean[8];
        private int[] node = new int[8];
        private int size;

        void add(long beginNanos, long lengthNanos, JfrMeasure measure, int at) {
            if (size == node.length) {
                begin = Arrays.copyOf(begin, size * 2);
                length = Arrays.copyOf(length, size * 2);
                sampled = Arrays.copyOf(sampled, size * 2);
                inNative = Arrays.copyOf(inNative, size * 2);
                node = Arrays.copyOf(node, size * 2);
            }
            begin[size] = beginNanos;
            length[size] = lengthNanos;
            sampled[size] = measure.isSample();
            inNative[size] = measure.event().equals(JfrMeasure.NATIVE);
            node[size++] = at;
        }

        int[] inOrder() {
            return IndexSort.of(size, (each, other) -> Long.compare(begin[each], begin[other]));
        }
    }

    /// Keeps an event that is a sample or lasts; others say nothing of time.
    void add(int thread, RecordedEvent event, JfrMeasure measure, int node) {
        if (!measure.isOfTime()) return;
        while (ofThreads.size() <= thread) ofThreads.add(new Spans());
        Duration lasts =
                event.hasField("samplingPeriod")
                        ? event.getDuration("samplingPeriod")
                        : event.getDuration();
        ofThreads.get(thread).add(nanos(event.getStartTime()), lasts.toNanos(), measure, node);
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }

    /// When the first of them began, in nanoseconds since 1970; 0 if there is none.
    long originNanos() {
        long first = Long.MAX_VALUE;
        for (Spans spans : ofThreads)
            for (int i = 0; i < spans.size; i++) first = Math.min(first, spans.begin[i]);
        return first == Long.MAX_VALUE ? 0 : first;
    }

    /// The time line of a thread.
    ///
    /// @param periodNanos of samples that lack a period; 0 if unknown
    /// @param nativePeriodNanos the same for samples in native code
    TimeLine line(int thread, long originNanos, long periodNanos, long nativePeriodNanos) {
        var line = new TimeLine();
        if (thread >= ofThreads.size()) return line;
        Spans spans = ofThreads.get(thread);
        int[] order = spans.inOrder();
        long[] ends = new long[order.length];
        int[] open = new int[order.length];
        int depth = 0;
        for (int i = 0; i < order.length; i++) {
            int span = order[i];
            long begin = spans.begin[span] - originNanos;
            while (depth > 0 && ends[depth - 1] <= begin) {
                depth--;
                line.enter(ends[depth], depth == 0 ? TraceLine.NO_NODE : open[depth - 1]);
            }
            long next = i + 1 < order.length ? spans.begin[order[i + 1]] - originNanos : begin;
            long period = spans.inNative[span] ? nativePeriodNanos : periodNanos;
            ends[depth] = begin + length(spans, span, next - begin, period);
            open[depth++] = spans.node[span];
            line.enter(begin, spans.node[span]);
        }
        for (; depth > 0; depth--)
            line.enter(ends[depth - 1], depth == 1 ? TraceLine.NO_NODE : open[depth - 2]);
        return line;
    }

    private static long length(Spans spans, int span, long untilNext, long periodNanos) {
        if (!spans.sampled[span]) return spans.length[span];
        long period = spans.length[span] > 0 ? spans.length[span] : periodNanos;
        if (period == 0 || (untilNext > 0 && untilNext <= 2 * period)) return untilNext;
        return period;
    }
}
