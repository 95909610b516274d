package treeline.app.commands.single;

import jdk.jfr.Recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A small service of known behaviour that records itself: workers that contend for a map, one that
/// is parked, one that sleeps, one that waits for a monitor's notification, one that talks to a
/// server, one that throws. Stopwatches measure what each of them waits for.
final class JvmService {
    /// What threads contend for.
    static final class SharedMap {
        private final Map<String, Integer> entries = new TreeMap<>();
    }

    private static final int WORKERS = 3;
    private static final int UPDATES = 4;
    private static final int HOLD_MILLIS = 60;
    static final int EXCEPTIONS = 25;
    static final int WRITTEN = 300_000;
    static final String[] EVENTS = {
        "jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep",
        "jdk.FileRead", "jdk.FileWrite", "jdk.SocketRead", "jdk.SocketWrite"
    };

    private static final Pattern STOPWATCH = Pattern.compile("([a-z ]+)=(\\d+)");

    static volatile Object sink = "";

    private final SharedMap shared = new SharedMap();
    private final ReentrantLock lock = new ReentrantLock();
    private final Object bell = new Object();
    private final Map<String, Long> stopwatch = new ConcurrentHashMap<>();
    private final Path folder;

    private JvmService(Path folder) {
        this.folder = folder;
    }

    /// Nanoseconds by what was waited for.
    static Map<String, Long> record(Path file) throws Exception {
        var service = new JvmService(file.toAbsolutePath().getParent());
        try (var recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
            for (String event : EVENTS)
                recording.enable(event).withThreshold(Duration.ofMillis(1)).withStackTrace();
            recording.enable("jdk.JavaExceptionThrow").withStackTrace();
            recording.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
            recording.enable("jdk.ActiveSetting");
            recording.start();
            service.serve();
            recording.stop();
            recording.dump(file);
        }
        return Map.copyOf(service.stopwatch);
    }

    /// Records in a JVM of its own, whose collections do not depend on the heap of other tests.
    static Map<String, Long> recordInOwnJvm(Path file) throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        var classes = JvmService.class.getProtectionDomain().getCodeSource().getLocation();
        Process jvm =
                new ProcessBuilder(
                                java.toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx256m",
                                "-cp",
                                Path.of(classes.toURI()).toString(),
                                JvmService.class.getName(),
                                file.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader printed = jvm.inputReader()) {
            Map<String, Long> watches =
                    printed.lines()
                            .map(STOPWATCH::matcher)
                            .filter(Matcher::matches)
                            .collect(
                                    Collectors.toMap(
                                            each -> each.group(1),
                                            each -> Long.parseLong(each.group(2))));
            if (jvm.waitFor() != 0) throw new IllegalStateException("the service failed");
            return watches;
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private void serve() throws Exception {
        List<Thread> threads = new ArrayList<>();
        var done = new CountDownLatch(WORKERS);
        for (int i = 0; i < WORKERS; i++) threads.add(thread("worker-" + i, () -> updates(done)));
        threads.add(thread("parked", () -> park(done)));
        threads.add(thread("sleeper", this::sleep));
        threads.add(thread("waiter", this::waitForBell));
        threads.add(thread("locker", this::locks));
        threads.add(thread("client", this::talk));
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
        // pauses would count as waiting by the stopwatches
        Thread thrower = thread("thrower", JvmService::throwMany);
        thrower.start();
        thrower.join();
    }

    private static Thread thread(String name, Work work) {
        return new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception failed) {
                        throw new IllegalStateException(failed);
                    }
                },
                name);
    }

    private void measured(String what, long begin) {
        stopwatch.merge(what, System.nanoTime() - begin, Long::sum);
    }

    private void updates(CountDownLatch done) {
        for (int i = 0; i < UPDATES; i++) update();
        done.countDown();
    }

    private void update() {
        long begin = System.nanoTime();
        synchronized (shared) {
            measured("monitor enter", begin);
            long end = System.nanoTime() + HOLD_MILLIS * 1_000_000L;
            int sum = 0;
            while (System.nanoTime() < end) sum += work(sum);
            shared.entries.merge("sum", sum, Integer::sum);
        }
    }

    private static int work(int seed) {
        int sum = seed;
        for (int i = 0; i < 50_000; i++) sum = sum * 31 + i;
        return sum;
    }

    private void park(CountDownLatch done) throws InterruptedException {
        long begin = System.nanoTime();
        done.await();
        measured("thread park", begin);
    }

    private void sleep() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            long begin = System.nanoTime();
            Thread.sleep(100);
            measured("thread sleep", begin);
        }
    }

    private void waitForBell() throws InterruptedException {
        long begin = System.nanoTime();
        synchronized (bell) {
            long end = begin + 250_000_000;
            while (System.nanoTime() < end)
                bell.wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
        }
        measured("monitor wait", begin);
    }

    /// Holds the lock of `java.util.concurrent` while another thread asks for it.
    private void locks() throws InterruptedException {
        lock.lock();
        try {
            Thread other = thread("lock-waiter", this::lockLate);
            other.start();
            while (!lock.hasQueuedThread(other)) Thread.onSpinWait();
            LockSupport.parkNanos(120_000_000);
            lock.unlock();
            other.join();
        } finally {
            if (lock.isHeldByCurrentThread()) lock.unlock();
        }
    }

    private void lockLate() {
        long begin = System.nanoTime();
        lock.lock();
        try {
            measured("lock", begin);
        } finally {
            lock.unlock();
        }
    }

    private void talk() throws Exception {
        Path file = folder.resolve("written.bin");
        Files.write(file, new byte[WRITTEN]);
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answer = thread("server", () -> answer(server));
            answer.start();
            try (var socket = new Socket(server.getInetAddress(), server.getLocalPort());
                    InputStream in = socket.getInputStream()) {
                long begin = System.nanoTime();
                sink = in.read();
                measured("socket read", begin);
            }
            answer.join();
        }
    }

    private static void answer(ServerSocket server) throws IOException, InterruptedException {
        try (Socket client = server.accept()) {
            Thread.sleep(150);
            client.getOutputStream().write(7);
        }
    }

    private static void throwMany() {
        for (int i = 0; i < EXCEPTIONS; i++) sink = new UnsupportedOperationException("no " + i);
        for (int i = 0; i < 400; i++) sink = new long[1 << 14];
        System.gc();
    }

    public static void main(String[] arguments) throws Exception {
        record(Path.of(arguments[0]))
                .forEach((what, nanos) -> System.out.println(what + "=" + nanos));
    }
}
