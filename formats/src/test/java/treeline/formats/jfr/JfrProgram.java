package treeline.formats.jfr;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A short program that computes, allocates, waits and writes while Flight Recorder looks on.
final class JfrProgram {
    private JfrProgram() {}

    /// As the recorder of module `record` declares it.
    @Name("treeline.Event")
    @StackTrace(false)
    static final class OurEvent extends Event {
        String name = "";
        int depth;
        int rank;
        int iteration = -1;
    }

    static volatile long sink;

    static Path record(Path file) throws IOException {
        try (var recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
            for (String event :
                    new String[] {
                        "jdk.JavaMonitorEnter", "jdk.ThreadPark", "jdk.ThreadSleep", "jdk.FileWrite"
                    }) recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.JavaExceptionThrow").withStackTrace();
            recording.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.ActiveSetting");
            recording.enable("treeline.Event");
            recording.start();
            program(file.resolveSibling("written.txt"));
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static void program(Path written) throws IOException {
        var worker = new Thread(JfrProgram::work, "worker");
        worker.start();
        events();
        LockSupport.parkNanos(5_000_000);
        Files.writeString(written, "some text");
        allocate();
        contend();
        sink = new ArithmeticException("never thrown").hashCode();
        System.gc();
        try {
            worker.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// What two threads ask for.
    static final class Guarded {
        private boolean entered;
    }

    /// A thread holds a monitor until this one waits for it.
    private static void contend() {
        var guarded = new Guarded();
        Thread asks = Thread.currentThread();
        var holds = new java.util.concurrent.CountDownLatch(1);
        var holder =
                new Thread(
                        () -> {
                            synchronized (guarded) {
                                holds.countDown();
                                while (asks.getState() != Thread.State.BLOCKED) Thread.onSpinWait();
                            }
                        },
                        "holder");
        holder.start();
        try {
            holds.await();
            synchronized (guarded) {
                guarded.entered = true;
            }
            holder.join();
            if (guarded.entered) sink = 1;
        } catch (InterruptedException stopped) {
            asks.interrupt();
        }
    }

    private static void events() {
        OurEvent main = open();
        for (int i = 0; i < 3; i++) close(open(), "solve", 1);
        close(main, "main", 0);
        close(open(), "main", 0);
        close(open(), "orphan", 2);
    }

    private static OurEvent open() {
        var event = new OurEvent();
        event.begin();
        return event;
    }

    private static void close(OurEvent event, String name, int depth) {
        event.name = name;
        event.depth = depth;
        event.rank = 4;
        event.commit();
    }

    /// Until it has had 300 ms of CPU time, however long that takes.
    private static void work() {
        var threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        while (threads.getCurrentThreadCpuTime() < 300_000_000)
            for (int i = 0; i < 10_000; i++) sum += sum * 31 + i;
        sink = sum;
    }

    private static void allocate() {
        for (int i = 0; i < 200; i++) sink = new byte[1 << 16].length;
    }
}
