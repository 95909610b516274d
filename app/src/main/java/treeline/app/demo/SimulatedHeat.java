package treeline.app.demo;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Profile;
import treeline.model.Unit;

import java.util.Arrays;

/// The heat program on a simulated clock: the call paths of [HeatProgram], the slow rank and the
/// steps that become longer, as a bulk-synchronous program in which every rank waits for the
/// slowest.
///
/// @param packFactor time of `pack` relative to the program before the change
record SimulatedHeat(String name, double packFactor) {
    private static final int RANKS = 16;
    private static final int REPETITIONS = 3;
    private static final int STEPS = 40;
    private static final int SLOW_FACTOR = 3;
    private static final int ROW_BYTES = 256 * Double.BYTES;
    private static final Metric BYTES = new Metric("bytes", Unit.BYTES, Metric.Scope.EXCLUSIVE);
    private static final double SWEEP_SECONDS = 0.3e-3;
    private static final double PACK_SECONDS = 0.6e-3;
    private static final double LATENCY_SECONDS = 0.2e-3;

    static SimulatedHeat before() {
        return new SimulatedHeat("before", 1);
    }

    static SimulatedHeat after() {
        return new SimulatedHeat("after", 4);
    }

    Profile profile() {
        var run =
                new SimulatedRun(
                        name,
                        Metadata.NONE
                                .with("program", "heat")
                                .with("plate", "512 x 256")
                                .with("ranks", RANKS));
        run.node("main", "")
                .node("main/setup", "COMP")
                .node("main/step", "")
                .node("main/step/exchange", "COMM")
                .node("main/step/exchange/pack", "COMP")
                .node("main/step/exchange/allgather", "COMM")
                .node("main/step/exchange/unpack", "COMP")
                .node("main/step/stencil", "COMP")
                .node("main/step/corners", "COMP")
                .node("main/step/residual", "COMM")
                .node("main/checkpoint", "IO");
        for (int repetition = 0; repetition < REPETITIONS; repetition++) simulate(run, repetition);
        return run.profile();
    }

    private void simulate(SimulatedRun run, int repetition) {
        double[][] stencil = stencil(run);
        double pack = run.noisy(PACK_SECONDS * packFactor);
        for (int rank = 0; rank < RANKS; rank++) {
            Context context = Context.ofRank(rank).inRepetition(repetition);
            run.time("main", context, run.noisy(0.2e-3));
            run.time("main/setup", context, run.noisy(1.5e-3));
            run.time("main/step", context, steps(run, 0.02e-3));
            run.time("main/step/exchange", context, steps(run, 0.01e-3));
            run.time("main/step/exchange/pack", context, steps(run, pack));
            run.time("main/step/exchange/allgather", context, steps(run, LATENCY_SECONDS));
            run.time("main/step/exchange/unpack", context, steps(run, PACK_SECONDS / 2));
            run.time("main/step/stencil", context, stencil[rank]);
            if (rank % 2 == 1) run.time("main/step/corners", context, steps(run, 0.02e-3));
            run.time("main/step/residual", context, waits(run, stencil, rank));
            run.time("main/checkpoint", context, run.noisy(rank == 0 ? 8e-3 : 0.5e-3));
            run.value(BYTES, "main/step/exchange/pack", context, 2.0 * ROW_BYTES * STEPS);
            run.value(BYTES, "main/checkpoint", context, 512.0 / RANKS * ROW_BYTES);
        }
    }

    private static double[][] stencil(SimulatedRun run) {
        double sweep = run.noisy(SWEEP_SECONDS);
        double[][] stencil = new double[RANKS][STEPS];
        for (int rank = 0; rank < RANKS; rank++)
            for (int step = 0; step < STEPS; step++)
                stencil[rank][step] =
                        run.noisy(
                                sweep
                                        * (8 + step / 5)
                                        * (rank == HeatProgram.SLOW_RANK ? SLOW_FACTOR : 1));
        return stencil;
    }

    /// The residual is a collective operation: ranks wait in it for the slowest stencil.
    private static double[] waits(SimulatedRun run, double[][] stencil, int rank) {
        double[] waits = new double[STEPS];
        for (int step = 0; step < STEPS; step++) {
            int at = step;
            double slowest = Arrays.stream(stencil).mapToDouble(each -> each[at]).max().orElse(0);
            waits[step] = slowest - stencil[rank][step] + run.noisy(LATENCY_SECONDS);
        }
        return waits;
    }

    private static double[] steps(SimulatedRun run, double seconds) {
        double[] steps = new double[STEPS];
        Arrays.setAll(steps, _ -> run.noisy(seconds));
        return steps;
    }
}
