package treeline.formats.jfr;

import jdk.jfr.consumer.RecordedEvent;

import treeline.array.IndexSort;
import treeline.array.Ints;
import treeline.array.Longs;
import treeline.formats.reading.TimeLine;
import treeline.source.trace.TraceLine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// The states of threads over time. Events with a duration are intervals. A sample holds until the
/// next one if that follows within two periods, otherwise for one period, because a thread that is
/// not sampled did not run. Events of a recording are unordered.
final class JfrTimes {
    private final List<Spans> ofThreads = new ArrayList<>();

    /// The intervals of a thread in columns.
    private static final class Spans {
        private final Longs begin = new Longs();
        private final Longs length = new Longs(); // 0 for samples that do not say their period
        private final BitSet sampled = new BitSet();
        private final BitSet inNative = new BitSet();
        private final Ints node = new Ints();

        void add(long beginNanos, long lengthNanos, JfrMeasure measure, int at) {
            sampled.set(size(), measure.isSample());
            inNative.set(size(), measure.event().equals(JfrMeasure.NATIVE));
            begin.add(beginNanos);
            length.add(lengthNanos);
            node.add(at);
        }

        int size() {
            return begin.size();
        }

        int[] inOrder() {
            return IndexSort.of(
                    size(), (one, other) -> Long.compare(begin.at(one), begin.at(other)));
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
            for (int i = 0; i < spans.size(); i++) first = Math.min(first, spans.begin.at(i));
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
            long begin = spans.begin.at(span) - originNanos;
            while (depth > 0 && ends[depth - 1] <= begin) {
                depth--;
                line.enter(ends[depth], depth == 0 ? TraceLine.NO_NODE : open[depth - 1]);
            }
            long next = i + 1 < order.length ? spans.begin.at(order[i + 1]) - originNanos : begin;
            long period = spans.inNative.get(span) ? nativePeriodNanos : periodNanos;
            ends[depth] = begin + length(spans, span, next - begin, period);
            open[depth++] = spans.node.at(span);
            line.enter(begin, spans.node.at(span));
        }
        for (; depth > 0; depth--)
            line.enter(ends[depth - 1], depth == 1 ? TraceLine.NO_NODE : open[depth - 2]);
        return line;
    }

    private static long length(Spans spans, int span, long untilNext, long periodNanos) {
        if (!spans.sampled.get(span)) return spans.length.at(span);
        long period = spans.length.at(span) > 0 ? spans.length.at(span) : periodNanos;
        if (period == 0 || (untilNext > 0 && untilNext <= 2 * period)) return untilNext;
        return period;
    }
}
