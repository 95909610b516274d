package treeline.trace.clock;

import treeline.source.trace.Interactions;
import treeline.source.trace.Operations;
import treeline.source.trace.ProcessGroup;
import treeline.source.trace.TraceLine;
import treeline.source.trace.Traces;
import treeline.trace.communication.Collectives;
import treeline.trace.communication.Messages;
import treeline.trace.communication.OperationSet;

import java.util.ArrayList;
import java.util.List;

/// Corrects the clocks of a trace in which messages arrive before they were sent.
///
/// The run is divided into intervals, as few as explain all messages, and each has one offset per
/// context ([ClockOffsets]). Between the middles of two intervals the offset changes linearly.
public final class ClockCorrection {
    private static final int MAX_INTERVALS = 64;

    private final long[] middles;
    private final List<ClockOffsets> offsets;
    private final long violations;
    private final boolean complete;
    private final int contexts;

    private ClockCorrection(
            long[] middles,
            List<ClockOffsets> offsets,
            int contexts,
            long violations,
            boolean complete) {
        this.middles = middles;
        this.offsets = offsets;
        this.contexts = contexts;
        this.violations = violations;
        this.complete = complete;
    }

    /// Messages that were received before they were sent, by the recorded times.
    public static long violations(OperationSet all, Messages messages) {
        long violations = 0;
        for (int i = 0; i < messages.size(); i++)
            if (all.of(messages.receiver(i)).finishedNanos(messages.receive(i))
                    < all.of(messages.sender(i)).startedNanos(messages.send(i))) violations++;
        return violations;
    }

    /// Estimates the offsets of a trace.
    public static ClockCorrection of(
            OperationSet all, Messages messages, Collectives collectives, long endNanos) {
        int intervals = 1;
        ClockCorrection tried = inIntervals(all, messages, collectives, endNanos, intervals);
        while (!tried.complete && intervals < MAX_INTERVALS) {
            intervals *= 2;
            ClockCorrection finer = inIntervals(all, messages, collectives, endNanos, intervals);
            if (!finer.isPlausible()) return tried;
            tried = finer;
        }
        return tried;
    }

    /// Whether every clock runs at between half and double speed from interval to interval. Offsets
    /// estimated from too few messages do not, and could reverse the order of events.
    private boolean isPlausible() {
        for (int next = 1; next < middles.length; next++)
            for (int context = 0; context < contexts; context++) {
                long before = offsets.get(next - 1).offset(context);
                long change = Math.abs(offsets.get(next).offset(context) - before);
                if (change >= (middles[next] - middles[next - 1]) / 2) return false;
            }
        return true;
    }

    private static ClockCorrection inIntervals(
            OperationSet all,
            Messages messages,
            Collectives collectives,
            long endNanos,
            int intervals) {
        long length = endNanos / intervals;
        long[] middles = new long[intervals];
        List<ClockOffsets> offsets = new ArrayList<>();
        for (int i = 0; i < intervals; i++) {
            long from = i == 0 ? Long.MIN_VALUE : length * i;
            long to = i == intervals - 1 ? Long.MAX_VALUE : length * (i + 1);
            middles[i] = length * i + length / 2;
            offsets.add(ClockOffsets.of(all, messages, collectives, from, to));
        }
        return new ClockCorrection(
                middles,
                List.copyOf(offsets),
                all.contexts(),
                violations(all, messages),
                offsets.stream().allMatch(ClockOffsets::isFeasible));
    }

    public long violations() {
        return violations;
    }

    /// Whether no message arrives before it is sent after the correction.
    public boolean isComplete() {
        return complete;
    }

    /// The largest remaining error of a clock relative to the first context.
    public long errorNanos() {
        long error = 0;
        for (ClockOffsets interval : offsets)
            for (int context = 0; context < contexts; context++)
                error = Math.max(error, interval.error(context));
        return error;
    }

    /// Contexts without messages to others, whose clocks stay as recorded.
    public int unconnected() {
        int unconnected = 0;
        for (int context = 0; context < contexts; context++)
            if (offsets.getFirst().error(context) < 0) unconnected++;
        return unconnected;
    }

    /// How much a context's clock is ahead of that of the first context at a time.
    public long offset(int context, long nanos) {
        int after = 0;
        while (after < middles.length && middles[after] < nanos) after++;
        if (after == 0) return offsets.getFirst().offset(context);
        if (after == middles.length) return offsets.getLast().offset(context);
        long before = offsets.get(after - 1).offset(context);
        double part = (double) (nanos - middles[after - 1]) / (middles[after] - middles[after - 1]);
        return before + Math.round(part * (offsets.get(after).offset(context) - before));
    }

    private long corrected(int context, long nanos) {
        return Math.max(0, nanos - offset(context, nanos));
    }

    /// The traces on the clock of the first context.
    public Traces of(Traces traces) {
        List<TraceLine> lines = traces.lines().stream().<TraceLine>map(CorrectedLine::new).toList();
        long end = lines.stream().mapToLong(TraceLine::endNanos).max().orElse(0);
        return new Traces(
                traces.originNanos(),
                end,
                lines,
                traces.detail(),
                new CorrectedInteractions(traces.interactions()),
                traces.counters());
    }

    private final class CorrectedLine implements TraceLine {
        private final TraceLine line;

        CorrectedLine(TraceLine line) {
            this.line = line;
        }

        @Override
        public int context() {
            return line.context();
        }

        @Override
        public int samples() {
            return line.samples();
        }

        @Override
        public long nanos(int sample) {
            return corrected(line.context(), line.nanos(sample));
        }

        @Override
        public long endNanos() {
            return corrected(line.context(), line.endNanos());
        }

        @Override
        public int node(int sample) {
            return line.node(sample);
        }
    }

    private final class CorrectedInteractions implements Interactions {
        private final Interactions interactions;

        CorrectedInteractions(Interactions interactions) {
            this.interactions = interactions;
        }

        @Override
        public List<ProcessGroup> groups() {
            return interactions.groups();
        }

        @Override
        public Operations of(int context) {
            return interactions
                    .of(context)
                    .mapped(
                            new Operations.Mapping() {
                                @Override
                                public long nanos(long nanos) {
                                    return corrected(context, nanos);
                                }
                            });
        }
    }
}
