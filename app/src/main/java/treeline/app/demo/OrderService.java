package treeline.app.demo;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/// A small service with typical problems, recorded by JDK Flight Recorder: workers contend for the
/// lock of the [Inventory], every request allocates a large receipt, pricing computes, and two
/// threads wait for mail that never arrives.
final class OrderService {
    private static final Duration RUN_TIME = Duration.ofSeconds(2);
    private static final int WORKERS = 4;
    private static final int MAILERS = 2;
    private static final int RECEIPT_LINES = 8_000;
    private static final int PRICE_ROUNDS = 1_000_000;
    private static final Duration MIN_ACCESS = Duration.ofMillis(4);
    private static final Duration MIN_WAIT = Duration.ofMillis(1);

    private final Inventory inventory = new Inventory();
    private final LinkedBlockingQueue<String> mail = new LinkedBlockingQueue<>();
    private final long end = System.nanoTime() + RUN_TIME.toNanos();

    /// Sum of the results, so that the compiler cannot remove the work.
    private final LongAdder handled = new LongAdder();

    private OrderService() {}

    /// Runs the service for two seconds and writes its recording.
    ///
    /// Allocation samples carry the bytes that their thread allocated since its start, so the
    /// recording is made by a new thread.
    static void record(Path file) throws IOException {
        var recorder = new FutureTask<>(() -> recordHere(file));
        Thread.ofPlatform().name("recorder").start(recorder);
        try {
            recorder.get();
        } catch (ExecutionException failed) {
            throw new IOException("cannot record the service", failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Path recordHere(Path file) throws IOException {
        try (var recording = new Recording(profileSettings())) {
            for (String event : List.of("jdk.JavaMonitorEnter", "jdk.ThreadSleep"))
                recording.enable(event).withThreshold(MIN_WAIT).withStackTrace();
            recording.start();
            new OrderService().run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static Configuration profileSettings() throws IOException {
        try {
            return Configuration.getConfiguration("profile");
        } catch (ParseException damaged) {
            throw new IOException("cannot read the JDK's settings 'profile'", damaged);
        }
    }

    private void run() {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++)
            threads.add(Thread.ofPlatform().name("worker-" + i).start(this::work));
        for (int i = 0; i < MAILERS; i++)
            threads.add(Thread.ofPlatform().name("mailer-" + i).start(this::sendMail));
        for (Thread thread : threads) join(thread);
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOpen() {
        return System.nanoTime() < end;
    }

    private void work() {
        for (int order = 0; isOpen(); order++) handle(order);
    }

    private void handle(int order) {
        long start = System.nanoTime();
        long price = Pricing.price(order);
        handled.add(Receipt.print(order, price).length());
        inventory.reserve(order, System.nanoTime() - start);
    }

    private void sendMail() {
        try {
            while (isOpen()) {
                String letter = mail.poll(500, TimeUnit.MILLISECONDS);
                if (letter != null) handled.add(letter.length());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Stock that all workers change under one lock.
    private static final class Inventory {
        private final int[] stock = new int[100];

        /// Holds the lock during a slow access to a database, here a sleep at least as long as the
        /// order was computed: workers wait for the lock on slow machines too.
        synchronized void reserve(int order, long computed) {
            try {
                Thread.sleep(Duration.ofNanos(Math.max(MIN_ACCESS.toNanos(), computed)));
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            stock[order % stock.length]++;
        }
    }

    /// The busy part of a request.
    private static final class Pricing {
        private Pricing() {}

        static long price(int order) {
            long price = order;
            for (int i = 0; i < PRICE_ROUNDS; i++) price = price * 31 + (price >>> 7) + i;
            return price;
        }
    }

    /// The part of a request that allocates.
    private static final class Receipt {
        private Receipt() {}

        static String print(int order, long price) {
            var lines = new StringBuilder();
            for (int line = 0; line < RECEIPT_LINES; line++)
                lines.append("order ").append(order).append(" price ").append(price).append('\n');
            return lines.toString();
        }
    }
}
