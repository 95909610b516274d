package treeline.app.demo;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/// What one rank measures in one repetition. First it works on its own; then, once it is known how
/// long the slowest rank takes for each iteration, it waits for that one in `allreduce`.
final class RankRun {
    /// The rank whose boundary takes three times as long.
    static final int SLOW_RANK = 37;

    private static final double SLOWNESS = 3;

    /// By how much each iteration takes longer than the one before.
    private static final double DRIFT = 0.004;

    private static final double COLD_CACHE = 2.5;
    private static final double NOISE = 0.03;

    private final int rank;
    private final int repetition;
    private final int iterations;
    private final SplittableRandom random;

    /// Without what an event calls until [#addUp], with it from then on. One value for an event
    /// that is not looped.
    private final Map<Event, long[]> nanos = new EnumMap<>(Event.class);

    RankRun(long seed, int rank, int repetition, int iterations) {
        this.rank = rank;
        this.repetition = repetition;
        this.iterations = iterations;
        this.random = new SplittableRandom(seed * 1_000_003 + rank * 1_009L + repetition);
    }

    void work() {
        for (Event event : Event.values()) if (runs(event)) nanos.put(event, worked(event));
    }

    /// Only odd ranks own a corner that needs to be mended.
    private boolean runs(Event event) {
        return event != Event.CORNER_FIX || rank % 2 == 1;
    }

    private long[] worked(Event event) {
        long[] passes = new long[event.isLooped() ? iterations : 1];
        for (int i = 0; i < passes.length; i++)
            passes[i] = Math.round(event.nanos * factor(event) * (1 + DRIFT * i) * noise());
        return passes;
    }

    private double factor(Event event) {
        if (event == Event.BOUNDARY && rank == SLOW_RANK) return SLOWNESS;
        return event == Event.READ_INPUT && repetition == 0 ? COLD_CACHE : 1;
    }

    private double noise() {
        return Math.max(0.8, 1 + NOISE * random.nextGaussian());
    }

    /// When the rank reaches `allreduce` in an iteration, counted from the iteration's start.
    long arrival(int iteration) {
        long arrival = 0;
        for (Map.Entry<Event, long[]> each : nanos.entrySet())
            if (each.getKey().isLooped() && each.getKey() != Event.ALLREDUCE)
                arrival += each.getValue()[iteration];
        return arrival;
    }

    /// @param slowest when the last rank arrives, by iteration
    void waitFor(long[] slowest) {
        long[] waited = of(Event.ALLREDUCE);
        for (int i = 0; i < iterations; i++) waited[i] += slowest[i] - arrival(i);
        addUp();
    }

    /// Events call only later ones, so one backward pass adds each to its caller when it is
    /// complete.
    private void addUp() {
        Event[] events = Event.values();
        for (int at = events.length - 1; at >= 0; at--) {
            Event caller = events[at].caller;
            if (caller == null || !nanos.containsKey(events[at])) continue;
            long[] called = of(events[at]);
            long[] sum = of(caller);
            for (int i = 0; i < called.length; i++) sum[Math.min(i, sum.length - 1)] += called[i];
        }
    }

    boolean ran(Event event) {
        return nanos.containsKey(event);
    }

    long[] of(Event event) {
        long[] passes = nanos.get(event);
        if (passes == null) throw new IllegalArgumentException(event + " did not run");
        return passes;
    }
}
