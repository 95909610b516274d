package treeline.record;

import treeline.record.overhead.Reading;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// CPU times of recording threads. A separate class, so that the management classes are loaded only
/// if the overhead is measured.
final class ThreadReadings {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThreadReadings() {}

    static Reading of(List<ThreadEvents> threads) {
        Map<Long, Reading.OfThread> readings = new HashMap<>();
        if (!THREADS.isThreadCpuTimeSupported()) return new Reading(readings);
        for (ThreadEvents events : threads) {
            Thread thread = events.thread();
            long cpuNanos = thread.isVirtual() ? -1 : THREADS.getThreadCpuTime(thread.threadId());
            if (cpuNanos >= 0)
                readings.put(
                        thread.threadId(),
                        new Reading.OfThread(
                                MutedCalls.begun(events),
                                cpuNanos - MutedCalls.settleNanos(events)));
        }
        return new Reading(readings);
    }
}
