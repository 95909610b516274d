package treeline.formats.slices;

import treeline.formats.reading.ThreadTable;
import treeline.formats.reading.TimeLine;
import treeline.model.Context;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/// Builds a profile or traces from the slices of one pass over a file: slices of a thread nest by
/// time, and device work becomes a child of its launch. The inclusive stream time of a call is that
/// of the work that it launched.
public final class SliceProfile {
    private final SkippedEvents log = new SkippedEvents();
    private final ProfileBuilder builder = new ProfileBuilder();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<TimeLine> lines = new ArrayList<>(); // by thread
    private final SliceClock clock;
    private final BitSet unordered;
    private final Nesting nesting;
    private boolean cut;

    /// @param unordered threads whose slices are known not to come in order
    /// @param lineOrigin when the run began, where traces are wanted; NaN for the profile
    SliceProfile(
            List<? extends SliceKind> kinds,
            SliceClock clock,
            BitSet unordered,
            double lineOrigin) {
        this.clock = clock;
        this.unordered = unordered;
        this.nesting = new Nesting(builder, kinds, clock, log, lineOrigin);
    }

    /// Where readers count what they leave out.
    public SkippedEvents log() {
        return log;
    }

    /// Says that the file was cut: slices that are open have no time then.
    public void cut() {
        cut = true;
    }

    /// Whether there are no slices.
    public boolean isEmpty() {
        return lanes.isEmpty();
    }

    /// Where the slices of a thread go.
    public Lane lane(int thread) {
        return lane(thread, false);
    }

    /// The same where slices are known not to come in the order of their times.
    public Lane unorderedLane(int thread) {
        return lane(thread, true);
    }

    private Lane lane(int thread, boolean kept) {
        while (thread >= lanes.size())
            lanes.add(new Lane(lanes.size(), nesting, kept || unordered.get(lanes.size())));
        return lanes.get(thread);
    }

    /// The number of a launch.
    ///
    /// @param process whose launches have such correlations
    public int launch(int process, int correlation) {
        return nesting.launches().of(process, correlation);
    }

    /// The launch of work if the file does not name the process that launched it.
    public int launchOfAnyProcess(int correlation) {
        return nesting.launches().ofAnyProcess(correlation);
    }

    int nodes() {
        return builder.nodes();
    }

    int threads() {
        return lines.size();
    }

    /// The threads of which slices went into the tree that would have had to be kept.
    BitSet lost() {
        var lost = new BitSet();
        for (int thread = 0; thread < lanes.size(); thread++)
            if (lanes.get(thread).isLost()) lost.set(thread);
        return lost;
    }

    /// When the first slice began.
    double origin() {
        return lanes.stream().mapToDouble(Lane::first).min().orElse(0);
    }

    /// There are no more slices.
    ///
    /// @param threads gets the streams of processes that share a device
    void finish(ThreadTable threads) {
        for (Lane lane : lanes) lines.add(lane.line());
        for (Lane lane : lanes) if (!lane.isStream()) lane.finish(cut);
        var owners = new StreamOwners(threads, nesting);
        for (int thread = 0; thread < lanes.size(); thread++)
            if (lanes.get(thread).isStream())
                owners.findLaunches(thread, lanes.get(thread).slices());
        for (int thread = 0; thread < lanes.size(); thread++)
            if (lanes.get(thread).isStream())
                finishStream(lanes.get(thread).slices(), thread, owners);
            else if (threads.isStream(thread)) owners.assign(thread);
    }

    private void finishStream(Slices slices, int thread, StreamOwners owners) {
        owners.divided(thread, slices)
                .forEach(
                        (stream, work) -> {
                            while (lines.size() <= stream) lines.add(new TimeLine());
                            nesting.launched(stream, slices, work, lines.get(stream));
                        });
    }

    Profile profile(SliceFacts facts) {
        nesting.moveTo(facts.threads());
        return builder.metadata(facts.metadata()).build();
    }

    Traces traces(SliceFacts facts) {
        int[] places = builder.depthFirstPlaces();
        List<Context> contexts = facts.threads().contexts();
        List<Context> sorted = contexts.stream().sorted().distinct().toList();
        long end = 0;
        List<TimeLine> used = new ArrayList<>();
        for (int thread = 0; thread < lines.size(); thread++) {
            TimeLine line = lines.get(thread);
            line.settle(Collections.binarySearch(sorted, contexts.get(thread)), places);
            end = Math.max(end, line.endNanos());
            if (line.samples() > 0) used.add(line);
        }
        used.sort(Comparator.comparingInt(TimeLine::context));
        return new Traces(originNanos(facts), end, List.copyOf(used));
    }

    private long originNanos(SliceFacts facts) {
        long zero = facts.zeroNanos();
        return zero > 0 ? zero + Math.round(origin() * clock.nanos()) : 0;
    }
}
