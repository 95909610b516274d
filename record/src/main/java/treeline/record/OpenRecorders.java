package treeline.record;

import treeline.record.events.RecorderMessage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The unclosed recorders of this process. They are closed when the JVM exits by `System.exit`, a
/// signal or the end of the last thread, within a time limit, because other ranks may not take
/// part.
final class OpenRecorders {
    /// So many ranks get a thread of the system each, which runs whatever the program does.
    private static final int FEW = 64;

    /// A busy recorder gets its limit so many times.
    private static final int BUSY_LIMITS = 3;

    private static final Set<Recorder> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean HOOKED = new AtomicBoolean();

    private OpenRecorders() {}

    static void add(Recorder recorder) {
        OPEN.add(recorder);
        if (!HOOKED.compareAndSet(false, true)) return;
        try {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(OpenRecorders::closeAll, "treeline exit"));
        } catch (IllegalStateException ending) {
            // started while the JVM ends: nobody will see it
        }
    }

    static void remove(Recorder recorder) {
        OPEN.remove(recorder);
    }

    private static void closeAll() {
        List<Recorder> open = List.copyOf(OPEN);
        if (open.isEmpty()) return;
        List<Thread> closing = new ArrayList<>();
        for (Recorder each : open) {
            var builder = open.size() <= FEW ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
            closing.add(builder.name("treeline exit of a rank").start(each::closeAtExit));
        }
        long start = System.nanoTime();
        for (int i = 0; i < closing.size(); i++) {
            if (isClosed(open.get(i), closing.get(i), start)) continue;
            RecorderMessage.print(open.get(i).lostAtExit());
            return;
        }
    }

    /// Whether a recorder is closed within its limit. The limit is for waiting, on other ranks or a
    /// disk: one that computes, but gets little of a processor that thousands of threads share,
    /// gets more time.
    private static boolean isClosed(Recorder recorder, Thread closing, long start) {
        for (int times = 1; times <= BUSY_LIMITS; times++) {
            long limit = recorder.exitLimit().toNanos() * times;
            if (recorder.awaitEnd(Duration.ofNanos(limit - (System.nanoTime() - start))))
                return true;
            if (closing.getState() != Thread.State.RUNNABLE) return false;
        }
        return false;
    }
}
