package treeline.testkit;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/// What a task costs on its own thread. Unlike elapsed time, it does not grow with what else runs
/// on the machine, so a test may limit it.
public final class CpuTime {
    private CpuTime() {}

    public static Duration of(Runnable task) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        task.run();
        return Duration.ofNanos(threads.getCurrentThreadCpuTime() - before);
    }
}
