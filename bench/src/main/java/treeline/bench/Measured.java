package treeline.bench;

import com.sun.management.OperatingSystemMXBean;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/// What work costs on a machine that others use too: the best of some repetitions, by the clock and
/// in CPU time of the whole process. Work on several cores counts in full, and so does what Java
/// does beside it.
public final class Measured {
    /// The CPU clock of a process ticks in hundredths of a second, so short work is done several
    /// times per repetition.
    private static final double LONG_ENOUGH = 0.2; // seconds

    private static final double WARM_UP = 6; // seconds

    private static final int MAX_TIMES = 200;

    private static final int COLLECTIONS = 3;

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
        int times = Math.clamp((long) (LONG_ENOUGH / once(1, work).wall), 1, MAX_TIMES);
        Cost best = once(times, work);
        for (int i = 1; i < repetitions; i++) {
            Cost next = once(times, work);
            best = new Cost(Math.min(best.wall, next.wall), Math.min(best.cpu, next.cpu));
        }
        return best;
    }

    /// The least of five repetitions after a warm-up.
    public static Cost warm(Callable<?> work) throws Exception {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP * 1e9) sink = work.call();
        return best(5, work);
    }

    /// The cost of work that is done once, without a warm-up.
    public static Cost once(Callable<?> work) throws Exception {
        return once(1, work);
    }

    private static Cost once(int times, Callable<?> work) throws Exception {
        long cpu = cpuNanos();
        long wall = System.nanoTime();
        for (int i = 0; i < times; i++) sink = work.call();
        return new Cost((System.nanoTime() - wall) / 1e9 / times, (cpuNanos() - cpu) / 1e9 / times);
    }

    /// The CPU time of all threads of this process so far.
    public static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /// What is reachable, after several collections.
    public static long heapBytes() {
        for (int i = 0; i < COLLECTIONS; i++) System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /// Resident memory at its largest, 0 if the system does not tell.
    public static long peakMegabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) return 0;
        for (String line : Files.readAllLines(status))
            if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
        return 0;
    }
}
