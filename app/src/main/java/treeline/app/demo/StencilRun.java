package treeline.app.demo;

import treeline.model.Context;
import treeline.model.Frame;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.ProfileBuilder;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// A run of an annotated stencil program as the recorder would have measured it: ranks are virtual
/// threads, numbers come from a seed, so every run of the demo is the same.
///
/// It holds what is worth finding: rank 37 is slow at the boundary and everybody waits for it,
/// iterations get slower, the first repetition reads its input with cold caches, and one event runs
/// on odd ranks only.
public record StencilRun(int ranks, int repetitions, int iterations, long seed) {
    /// Inclusive: each call path with everything that it calls.
    public static final Metric TIME = new Metric("time", Unit.NANOSECONDS, Metric.Scope.INCLUSIVE);

    public static final int SLOW_RANK = RankRun.SLOW_RANK;

    /// The run of `treeline demo`.
    public static StencilRun usual() {
        return new StencilRun(64, 3, 50, 2026);
    }

    public Profile record() {
        List<RankRun> runs = new ArrayList<>();
        for (int repetition = 0; repetition < repetitions; repetition++)
            runs.addAll(repetition(repetition));
        return profile(runs);
    }

    /// All ranks of one repetition, each in a thread of its own, with a barrier between working and
    /// waiting.
    private List<RankRun> repetition(int repetition) {
        List<RankRun> runs = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++)
            runs.add(new RankRun(seed, rank, repetition, iterations));
        inParallel(runs, RankRun::work);
        long[] slowest = slowest(runs);
        inParallel(runs, run -> run.waitFor(slowest));
        return runs;
    }

    private static void inParallel(List<RankRun> runs, Consumer<RankRun> phase) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> phases = new ArrayList<>();
            for (RankRun run : runs) phases.add(threads.submit(() -> phase.accept(run)));
            for (Future<?> each : phases) each.get();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the demo was interrupted", stopped);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a rank of the demo failed", failed);
        }
    }

    private long[] slowest(List<RankRun> runs) {
        long[] slowest = new long[iterations];
        for (RankRun run : runs)
            for (int i = 0; i < iterations; i++) slowest[i] = Math.max(slowest[i], run.arrival(i));
        return slowest;
    }

    private Profile profile(List<RankRun> runs) {
        var builder = new ProfileBuilder().metadata(metadata());
        Map<Event, Integer> nodes = addNodes(builder);
        int time = builder.metric(TIME);
        for (int i = 0; i < runs.size(); i++) {
            int context = builder.context(Context.ofRank(i % ranks).inRepetition(i / ranks));
            RankRun run = runs.get(i);
            nodes.forEach(
                    (event, node) -> {
                        if (run.ran(event)) addValues(builder, time, context, node, event, run);
                    });
        }
        return builder.build();
    }

    private static Map<Event, Integer> addNodes(ProfileBuilder builder) {
        Map<Event, Integer> nodes = new EnumMap<>(Event.class);
        for (Event event : Event.values()) {
            Event caller = event.caller;
            int parent =
                    caller == null
                            ? ProfileBuilder.ROOT
                            : nodes.getOrDefault(caller, ProfileBuilder.ROOT);
            int node = builder.child(parent, Frame.region(event.region));
            nodes.put(event, node);
            builder.label("tag", node, event.tag);
            builder.label(Profile.LOOP_LABEL, node, event.isLooped() ? Profile.LOOP_EACH : "");
        }
        return nodes;
    }

    private static void addValues(
            ProfileBuilder builder, int time, int context, int node, Event event, RankRun run) {
        double[] values = Arrays.stream(run.of(event)).asDoubleStream().toArray();
        if (event.isLooped()) builder.addSeries(time, context, node, values, 0, values.length);
        else builder.add(time, context, node, values[0]);
    }

    private Metadata metadata() {
        return Metadata.NONE
                .with("program", "stencil")
                .with("recorded by", "treeline demo")
                .with("ranks", ranks)
                .with("repetitions", repetitions)
                .with("iterations", iterations)
                .with("grid", "16384 x 16384")
                .with("seed", seed);
    }
}
