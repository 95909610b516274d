package treeline.bench;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/// CPU seconds of the calling thread: what "per core" means on a machine that others use too.
public final class Measured {
    /// Results end here, so that no work is optimised away.
    @SuppressWarnings("UnusedVariable")
    private static volatile @Nullable Object sink;

    private Measured() {}

    /// The fewest CPU seconds of some repetitions; the first ones warm up.
    public static double bestSeconds(int repetitions, Callable<?> work) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (int i = 0; i < repetitions; i++) {
            long start = threads.getCurrentThreadCpuTime();
            sink = work.call();
            best = Math.min(best, threads.getCurrentThreadCpuTime() - start);
        }
        return best / 1e9;
    }
}
