package treeline.record;

import treeline.record.events.RecorderMessage;

import java.time.Duration;
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
        for (Recorder each : open) {
            var builder = open.size() <= FEW ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
            builder.name("treeline exit of a rank").start(each::closeAtExit);
        }
        long start = System.nanoTime();
        for (Recorder each : open) {
            Duration left = each.exitLimit().minusNanos(System.nanoTime() - start);
            if (each.awaitEnd(left)) continue;
            RecorderMessage.print(each.lostAtExit());
            return;
        }
    }
}
