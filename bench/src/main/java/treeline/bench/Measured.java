package treeline.bench;

import com.sun.management.OperatingSystemMXBean;

import org.jspecify.annotations.Nullable;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/// What work costs on a machine that others use too: the best of some repetitions, by the clock and
/// in CPU time of the whole process. Work on several cores counts in full, and so does what Java
/// does beside it.
public final class Measured {
    /// The CPU clock of a process ticks in hundredths of a second, so short work is done several
    /// times per repetition.
    private static final long LONG_ENOUGH_NANOS = 200_000_000;

    private static final int MAX_TIMES = 200;

    /// Results end here, so that no work is optimised away.
    @SuppressWarnings("UnusedVariable")
    private static volatile @Nullable Object sink;

    private Measured() {}

    /// Seconds.
    ///
    /// @param wall by the clock
    /// @param cpu of all threads
    public record Cost(double wall, double cpu) {}

    /// The fewest CPU seconds of some repetitions; the first ones warm up.
    public static double bestSeconds(int repetitions, Callable<?> work) throws Exception {
        return best(repetitions, work).cpu();
    }

    /// The least cost of some repetitions, after one that warms up.
    public static Cost best(int repetitions, Callable<?> work) throws Exception {
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long first = System.nanoTime();
        sink = work.call();
        long once = Math.max(1, System.nanoTime() - first);
        int times = Math.clamp(LONG_ENOUGH_NANOS / once, 1, MAX_TIMES);
        double wall = Double.MAX_VALUE;
        double cpu = Double.MAX_VALUE;
        for (int i = 0; i < repetitions; i++) {
            long cpuBefore = process.getProcessCpuTime();
            long wallBefore = System.nanoTime();
            for (int j = 0; j < times; j++) sink = work.call();
            wall = Math.min(wall, (System.nanoTime() - wallBefore) / 1e9 / times);
            cpu = Math.min(cpu, (process.getProcessCpuTime() - cpuBefore) / 1e9 / times);
        }
        return new Cost(wall, cpu);
    }
}
