package treeline.bench.scaling;

import treeline.bench.Measured;
import treeline.ensemble.Ensemble;
import treeline.scaling.model.ModelResult;
import treeline.scaling.model.Modeling;

import java.util.List;
import java.util.Locale;

/// How many models does a core make in a second, beside Extra-P? The column `predicted` has models
/// with their backtests, a prediction and its interval; Extra-P makes none of these.
///
/// `bench/run model`, or `bench/run model 1` for one round instead of five.
public final class ModelTargets {
    private static final int ROUNDS = 5;
    private static final int REPETITIONS_PER_ROUND = 3;
    private static final long WARM_UP_NANOS = 2_000_000_000;

    private ModelTargets() {}

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : ROUNDS;
        ExtraP peer = ExtraP.ofEnvironment();
        System.out.println(peer.origin());
        System.out.printf(
                "%-11s %7s %12s %10s %10s %12s %12s %7s%n",
                "parameters",
                "points",
                "repetitions",
                "ms/model",
                "predicted",
                "models/s",
                "Extra-P ms",
                "ratio");
        for (int repetitions : new int[] {1, 5})
            for (Design design :
                    List.of(
                            Design.ofOne(5, repetitions),
                            Design.ofOne(10, repetitions),
                            Design.ofOne(25, repetitions),
                            Design.ofTwoLines(repetitions),
                            Design.ofTwo(5, 5, repetitions),
                            Design.ofTwo(5, 10, repetitions))) measure(design, peer, rounds);
    }

    private static void measure(Design design, ExtraP peer, int rounds) throws Exception {
        Ensemble runs = design.ensemble();
        Modeling modeling =
                Modeling.of(runs.metric("time"), design.parameters().toArray(String[]::new));
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP_NANOS) predicted(design, modeling.on(runs));
        double models = Double.MAX_VALUE;
        double predicted = Double.MAX_VALUE;
        double extraP = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            models = Math.min(models, seconds(() -> modeling.on(runs)));
            predicted = Math.min(predicted, seconds(() -> predicted(design, modeling.on(runs))));
            extraP = Math.min(extraP, peer.secondsPerModel(design));
        }
        System.out.printf(
                Locale.ROOT,
                "%-11d %7d %12d %10.4f %10.4f %,12.0f %12.1f %7.0f%n",
                design.parameters().size(),
                design.points().size(),
                design.repetitions(),
                1e3 * models,
                1e3 * predicted,
                1 / models,
                1e3 * extraP,
                extraP / models);
    }

    private static Object predicted(Design design, ModelResult result) {
        return result.predictions(design.beyond());
    }

    /// CPU seconds of all threads per model, so that cores do not count.
    private static double seconds(java.util.concurrent.Callable<?> work) throws Exception {
        return Measured.bestSeconds(REPETITIONS_PER_ROUND, work) / Design.NODES;
    }
}
