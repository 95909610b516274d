package treeline.formats.slices;

import org.jspecify.annotations.Nullable;

import treeline.formats.reading.ThreadTable;
import treeline.formats.reading.TimeLine;
import treeline.model.Context;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;
import treeline.source.trace.Interactions;
import treeline.source.trace.Traces;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

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
    private final SliceCounters counters = new SliceCounters();
    private final @Nullable Flows linked;
    private final Flows flows = new Flows();
    private final Map<List<String>, Integer> flowNumbers = new HashMap<>();
    private boolean cut;

    /// @param unordered threads whose slices are known not to come in order
    /// @param linked flows that link launches to device work, null before they are known
    /// @param lineOrigin when the run began, where traces are wanted; NaN for the profile
    SliceProfile(
            List<? extends SliceKind> kinds,
            SliceClock clock,
            BitSet unordered,
            @Nullable Flows linked,
            double lineOrigin) {
        this.clock = clock;
        this.unordered = unordered;
        this.linked = linked;
        if (linked != null) linked.restart();
        this.nesting = new Nesting(builder, kinds, clock, log, lineOrigin, linked);
    }

    /// Whether traces are wanted, and not only the profile: readers then also give counters, bytes
    /// of copies and waits.
    public boolean isTraced() {
        return nesting.lineClock() != null;
    }

    /// A point of a flow: the slice around it is connected with those around the other points of
    /// the same id.
    ///
    /// @param scope within which ids are unique
    /// @param thread or a row of the reader, see [#placeFlows]
    /// @param next whether the point belongs to the next slice of the thread, not the one around it
    public void flow(String scope, String id, int thread, double at, boolean next) {
        if (linked != null) return;
        Integer number = flowNumbers.computeIfAbsent(List.of(scope, id), _ -> flowNumbers.size());
        flows.add(number, thread, at, next);
    }

    /// Says which thread each row of [#flow] is, where rows are known before threads; negative for
    /// rows without slices.
    public void placeFlows(IntUnaryOperator threadOf) {
        if (linked == null) flows.place(threadOf);
    }

    /// Whether flows link launches with the slices of a thread, which are work of a device
    /// therefore. Known in the second reading of a file.
    public boolean isFlowTarget(int thread) {
        return linked != null && linked.isTarget(thread);
    }

    /// Whether flows are used in this reading.
    public boolean usesFlows() {
        return linked != null;
    }

    /// The flows of the file if they link launches to device work and were not used yet.
    @Nullable Flows newFlows(ThreadTable threads) {
        if (linked != null) return null;
        boolean any =
                flows.link(
                        thread ->
                                (thread < lanes.size() && lanes.get(thread).isStream())
                                        || (thread < threads.size() && threads.isStream(thread)));
        return any ? flows : null;
    }

    /// The call of a launch number waits for a stream.
    public void waits(int launch, int stream) {
        DeviceOperations operations = nesting.operations();
        if (operations != null && launch != Lane.NO_LAUNCH) operations.waits(launch, stream);
    }

    /// Adds the value of a counter at a time.
    ///
    /// @param owner whose counter it is, for [SliceFacts#counterThreads]
    public void count(String owner, String name, Unit unit, double at, double value) {
        LineClock lineClock = nesting.lineClock();
        if (lineClock != null) counters.add(owner, name, unit, lineClock.nanos(at), value);
    }

    /// Where readers count what they leave out.
    public SkippedEvents log() {
        return log;
    }

    /// Says that the file was cut, or that its slices may lack ends: slices that are open have no
    /// time then.
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
        for (Lane lane : lanes) {
            if (lane.isStream()) lane.finishStream(cut);
            else lane.finish(cut);
        }
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
        int[] contextOf = new int[contexts.size()];
        for (int thread = 0; thread < contextOf.length; thread++)
            contextOf[thread] = Collections.binarySearch(sorted, contexts.get(thread));
        long end = 0;
        List<TimeLine> used = new ArrayList<>();
        for (int thread = 0; thread < lines.size(); thread++) {
            TimeLine line = lines.get(thread);
            line.settle(contextOf[thread], places);
            end = Math.max(end, line.endNanos());
            if (line.samples() > 0) used.add(line);
        }
        used.sort(Comparator.comparingInt(TimeLine::context));
        return new Traces(
                originNanos(facts),
                Math.max(end, counters.endNanos()),
                List.copyOf(used),
                Traces.Detail.CALLS,
                interactions(contextOf, sorted.size(), places, facts),
                counters.counters(facts.counterThreads(), contextOf));
    }

    private Interactions interactions(
            int[] contextOf, int contexts, int[] places, SliceFacts facts) {
        DeviceOperations operations = nesting.operations();
        LineClock lineClock = nesting.lineClock();
        if (operations == null || lineClock == null) return Interactions.NONE;
        var others = new ThreadOperations(facts, lines, contextOf);
        others.addCollectives(nesting.working(places), lineClock);
        others.addStarts();
        return operations.interactions(contextOf, contexts, places, lineClock, others);
    }

    private long originNanos(SliceFacts facts) {
        long zero = facts.zeroNanos();
        return zero > 0 ? zero + Math.round(origin() * clock.nanos()) : 0;
    }
}
