package treeline.app.demo;

import treeline.model.Context;
import treeline.model.Metadata;
import treeline.model.Profile;

import java.util.LinkedHashMap;
import java.util.Map;

/// Runs of a Jacobi solver on a simulated clock: a call tree of two levels whose times are given
/// per call path.
///
/// @param name seed of the noise
/// @param seconds exclusive time by callee of `main`
record SimulatedJacobi(String name, int ranks, Metadata metadata, Map<String, Double> seconds) {
    private static final int BUILD_RANKS = 4;

    SimulatedJacobi {
        seconds = new LinkedHashMap<>(seconds);
    }

    /// A run of the scaling series: the sweep scales, the exchange grows with the square root of
    /// the rank count.
    static SimulatedJacobi scaling(int ranks, int trial) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("sweep", 64.0 / ranks);
        seconds.put("exchange", 0.1 * Math.sqrt(ranks));
        return new SimulatedJacobi(
                "jacobi-%d-%d".formatted(ranks, trial),
                ranks,
                Metadata.NONE.with("program", "jacobi").with("ranks", ranks).with("trial", trial),
                seconds);
    }

    /// A run of one of three builds; the sweep of build `slower` takes 30 % longer.
    static SimulatedJacobi build(String build, int trial) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("halo", 0.02);
        seconds.put("sweep", build.equals("slower") ? 0.13 : 0.1);
        seconds.put("residual", 0.02);
        return new SimulatedJacobi(
                "builds/%s/%d".formatted(build, trial),
                BUILD_RANKS,
                Metadata.NONE
                        .with("program", "jacobi")
                        .with("ranks", BUILD_RANKS)
                        .with("trial", trial),
                seconds);
    }

    /// A nightly run: `solve` takes 10 % longer from build 12 on, build 7 has one slow exchange,
    /// and `output` exists from build 5 on.
    static SimulatedJacobi nightly(int build) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("solve", build < 12 ? 10.0 : 11.0);
        seconds.put("exchange", build == 7 ? 6.0 : 4.0);
        if (build >= 5) seconds.put("output", 2.0);
        return new SimulatedJacobi(
                "history/%02d".formatted(build),
                BUILD_RANKS,
                Metadata.NONE
                        .with("program", "jacobi")
                        .with("ranks", BUILD_RANKS)
                        .with("branch", "main")
                        .with("commit", "c%02d".formatted(build))
                        .with("start", "2026-11-%02dT02:00:00Z".formatted(build + 1)),
                seconds);
    }

    Profile profile() {
        var run = new SimulatedRun(name, metadata);
        run.node("main", "");
        seconds.keySet().forEach(each -> run.node("main/" + each, ""));
        Map<String, Double> ofThisRun = new LinkedHashMap<>(seconds);
        ofThisRun.replaceAll((_, mean) -> run.noisy(mean));
        for (int rank = 0; rank < ranks; rank++) {
            Context context = Context.ofRank(rank);
            ofThisRun.forEach((each, mean) -> run.time("main/" + each, context, run.noisy(mean)));
        }
        return run.profile();
    }
}
