package treeline.bench.ensemble;

import com.sun.management.OperatingSystemMXBean;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/// What work costs: CPU seconds of the whole process, because readers run on all cores and others
/// use the machine too, wall seconds, and the memory that its result keeps.
final class Work {
    private static final double WARM_UP = 6; // seconds
    private static final int REPETITIONS = 5;
    private static final double LONG_ENOUGH = 0.5; // seconds
    private static final int MAX_TIMES = 100;
    private static final int COLLECTIONS = 3;
    private static final Path STATUS = Path.of("/proc/self/status");

    private Work() {}

    record Cost(double wallSeconds, double cpuSeconds) {}

    record Kept<T>(T value, long bytes) {}

    /// The least of several times after a warm-up. The clock of the process ticks in hundredths of
    /// a second, so short work is done several times a repetition.
    static Cost warm(Callable<?> work) throws Exception {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WARM_UP * 1e9) work.call();
        int times = Math.clamp((long) (LONG_ENOUGH / once(1, work).wallSeconds), 1, MAX_TIMES);
        Cost best = once(times, work);
        for (int i = 1; i < REPETITIONS; i++) {
            Cost next = once(times, work);
            best =
                    new Cost(
                            Math.min(best.wallSeconds, next.wallSeconds),
                            Math.min(best.cpuSeconds, next.cpuSeconds));
        }
        return best;
    }

    static Cost once(Callable<?> work) throws Exception {
        return once(1, work);
    }

    private static Cost once(int times, Callable<?> work) throws Exception {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        for (int i = 0; i < times; i++)
            if (work.call() == null) throw new AssertionError("work gives a result");
        return new Cost(
                (System.nanoTime() - wall) / 1e9 / times,
                (system.getProcessCpuTime() - cpu) / 1e9 / times);
    }

    static <T> Kept<T> retained(Callable<T> work) throws Exception {
        long before = used();
        T value = work.call();
        return new Kept<>(value, used() - before);
    }

    private static long used() {
        for (int i = 0; i < COLLECTIONS; i++) System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /// Resident memory at its largest, 0 where the system does not tell.
    static long peakMegabytes() throws IOException {
        if (!Files.exists(STATUS)) return 0;
        for (String line : Files.readAllLines(STATUS))
            if (line.startsWith("VmHWM:")) return Long.parseLong(line.replaceAll("\\D", "")) / 1000;
        return 0;
    }
}
