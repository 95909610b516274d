package treeline.formats.reading;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.LoadedSource;
import treeline.source.ProfileSource;
import treeline.source.Traces;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// Makes a profile and traces of slices: those of a thread nest by their times, and work of a
/// device stands under the call that launched it. The inclusive time of a call on a stream is that
/// of the work that it launched there.
public final class SliceProfile {
    private final Slices slices;
    private final ThreadTable threads;
    private final BitSet launched;
    private final SliceClock clock;
    private final Tally log;
    private final ProfileBuilder builder = new ProfileBuilder();

    /// @param launched the threads that are streams, whose slices other threads launched
    public SliceProfile(
            Slices slices, ThreadTable threads, BitSet launched, SliceClock clock, Tally log) {
        this.slices = slices;
        this.threads = threads;
        this.launched = (BitSet) launched.clone();
        this.clock = clock;
        this.log = log;
    }

    /// The profile and its traces.
    ///
    /// @param zeroNanos the time from which slices count, in nanoseconds since 1970; 0 where nobody
    ///   knows
    public ProfileSource source(Metadata metadata, long zeroNanos) {
        int[][] byThread = slices.byThread(threads.size());
        double origin = Double.POSITIVE_INFINITY;
        for (int[] each : byThread)
            if (each.length > 0) origin = Math.min(origin, slices.begin(each[0]));
        List<TimeLine> lines = new ArrayList<>();
        for (int thread = 0; thread < byThread.length; thread++)
            lines.add(new TimeLine(origin, clock.nanos()));
        add(nested(byThread, lines), threads.moveTo(builder));
        int[] places = builder.depthFirstPlaces();
        Profile profile = builder.metadata(metadata).build();
        long begin = zeroNanos > 0 ? zeroNanos + Math.round(origin * clock.nanos()) : 0;
        return new TracedSource(
                new LoadedSource(profile, log.report()), traces(lines, profile, places, begin));
    }

    private Nesting nested(int[][] byThread, List<TimeLine> lines) {
        var nesting = new Nesting(slices, clock.rounding(), builder, log);
        var pairs = new BeginsAndEnds(slices, log);
        for (int thread = 0; thread < byThread.length; thread++)
            if (!launched.get(thread)) {
                pairs.pair(byThread[thread]);
                nesting.nest(thread, withoutEnds(byThread[thread]), lines.get(thread));
            }
        for (int thread = 0; thread < byThread.length; thread++)
            if (launched.get(thread)) nesting.launched(thread, byThread[thread], lines.get(thread));
        return nesting;
    }

    private int[] withoutEnds(int[] ofThread) {
        return Arrays.stream(ofThread).filter(slice -> slices.phase(slice) != Slices.END).toArray();
    }

    private void add(Nesting nesting, int[] contexts) {
        int time = builder.metric(new Metric("time", clock.unit(), Metric.Scope.INCLUSIVE));
        int calls = builder.metric(new Metric("calls", Unit.COUNT, Metric.Scope.EXCLUSIVE));
        nesting.times().moveTo(builder, time, contexts);
        nesting.calls().moveTo(builder, calls, contexts);
        if (nesting.moved().isEmpty()) return;
        int moved = builder.metric(new Metric("moved", Unit.BYTES, Metric.Scope.EXCLUSIVE));
        nesting.moved().moveTo(builder, moved, contexts);
    }

    private Traces traces(List<TimeLine> lines, Profile profile, int[] places, long beginNanos) {
        List<Context> contexts = threads.contexts();
        long end = 0;
        for (int thread = 0; thread < contexts.size(); thread++) {
            int context = Collections.binarySearch(profile.contexts(), contexts.get(thread));
            lines.get(thread).settle(context, places);
            end = Math.max(end, lines.get(thread).endNanos());
        }
        List<TimeLine> used =
                lines.stream()
                        .filter(line -> line.samples() > 0)
                        .sorted(Comparator.comparingInt(TimeLine::context))
                        .toList();
        return new Traces(beginNanos, end, List.copyOf(used));
    }
}
