package treeline.app.demo;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.model.Profile;
import treeline.model.Unit;

/// A run of the ensemble: an MPI program built by one of two compilers, on a simulated clock.
///
/// The stencil takes 30 % longer on every eighth rank, and the other ranks wait in `MPI_Wait`.
/// Clang compiles `solve` to faster code and the stencil to slightly slower code.
///
/// @param compiler `gcc` or `clang`
/// @param trial number of the repetition, from 0
record SimulatedHydro(String compiler, int ranks, int trial) {
    private static final int ITERATIONS = 5;
    private static final double SLOW_FACTOR = 1.3;
    private static final Metric BYTES = new Metric("bytes", Unit.BYTES, Scope.EXCLUSIVE);

    /// Fractions of issue slots: retiring, frontend bound, backend bound; the rest is bad
    /// speculation.
    private record TopDown(double retiring, double frontend, double backend) {}

    private static final TopDown STENCIL = new TopDown(0.55, 0.08, 0.33);
    private static final TopDown SOLVE_GCC = new TopDown(0.40, 0.12, 0.40);
    private static final TopDown SOLVE_CLANG = new TopDown(0.52, 0.12, 0.28);
    private static final TopDown MPI = new TopDown(0.30, 0.25, 0.35);

    String name() {
        return "%s-%d-%d".formatted(compiler, ranks, trial);
    }

    private boolean isClang() {
        return compiler.equals("clang");
    }

    Profile profile() {
        var run =
                new SimulatedRun(
                        name(),
                        Metadata.NONE
                                .with("program", "hydro")
                                .with("compiler", compiler)
                                .with("compiler_flags", isClang() ? "-O3" : "-O2")
                                .with("ranks", ranks)
                                .with("jobsize", 343)
                                .with("trial", trial));
        run.node("main", "")
                .node("main/step", "COMP")
                .node("main/step/stencil", "COMP")
                .node("main/solve", "COMP")
                .node("main/solve/MPI_Wait", "COMM")
                .node("main/solve/MPI_Send", "COMM")
                .node("main/solve/MPI_Send/PMPI_Send", "COMM")
                .node("main/io", "IO");
        double share = 64.0 / ranks;
        double stencil = run.noisy(8 * share * (isClang() ? 1.05 : 1));
        double solve = run.noisy(4 * share * (isClang() ? 0.8 : 1));
        double message = run.noisy(0.3 * Math.sqrt(ranks / 64.0));
        for (int rank = 0; rank < ranks; rank++) {
            double slow = rank % 8 == 7 ? SLOW_FACTOR : 1;
            Context context = Context.ofRank(rank);
            run.time("main", context, run.noisy(0.01));
            run.time("main/step", context, iterations(run, 0.02));
            run.time("main/step/stencil", context, iterations(run, stencil * slow));
            run.time("main/solve", context, run.noisy(solve));
            double waits = stencil * (SLOW_FACTOR - slow) + message;
            run.time("main/solve/MPI_Wait", context, run.noisy(waits));
            run.time("main/solve/MPI_Send", context, run.noisy(message / 10));
            run.time("main/solve/MPI_Send/PMPI_Send", context, run.noisy(message));
            run.time("main/io", context, run.noisy(rank == 0 ? 0.9 : 0.3));
            counters(run, context);
        }
        return run.profile();
    }

    /// Splits a time into iterations, each longer than the one before.
    private static double[] iterations(SimulatedRun run, double seconds) {
        double[] each = new double[ITERATIONS];
        int parts = ITERATIONS * (ITERATIONS + 1) / 2;
        for (int i = 0; i < ITERATIONS; i++) each[i] = run.noisy(seconds * (i + 1) / parts);
        return each;
    }

    private void counters(SimulatedRun run, Context context) {
        run.value(BYTES, "main/step/stencil", context, 100.0e6 * 64 / ranks);
        run.value(BYTES, "main/solve/MPI_Send/PMPI_Send", context, 4e6);
        run.value(BYTES, "main/io", context, context.rank() == 0 ? 64e6 : 1e6);
        topDown(run, "main/step/stencil", context, STENCIL);
        topDown(run, "main/solve", context, isClang() ? SOLVE_CLANG : SOLVE_GCC);
        topDown(run, "main/solve/MPI_Wait", context, MPI);
        topDown(run, "main/solve/MPI_Send/PMPI_Send", context, MPI);
    }

    private static void topDown(SimulatedRun run, String path, Context context, TopDown slots) {
        double retiring = rounded(run.noisy(slots.retiring));
        double frontend = rounded(run.noisy(slots.frontend));
        double backend = rounded(run.noisy(slots.backend));
        run.value(fraction("retiring"), path, context, retiring);
        run.value(fraction("frontend_bound"), path, context, frontend);
        run.value(fraction("backend_bound"), path, context, backend);
        run.value(
                fraction("bad_speculation"),
                path,
                context,
                rounded(1 - retiring - frontend - backend));
    }

    private static double rounded(double fraction) {
        return Math.rint(fraction * 1000) / 1000;
    }

    private static Metric fraction(String slot) {
        return new Metric("topdown." + slot, Unit.COUNT, Scope.POINT);
    }
}
