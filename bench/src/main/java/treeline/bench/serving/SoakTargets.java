package treeline.bench.serving;

import treeline.bench.SyntheticRun;
import treeline.store.db.DatabaseExporter;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// Does `treeline serve` answer 50 clients for ten minutes without errors and with flat memory? The
/// clients ask what the page asks, without a pause. The first minute is the baseline: memory grows
/// until the caches are full.
public final class SoakTargets {
    private static final int RANKS = 16_384;
    private static final int NODES = 500;

    private SoakTargets() {}

    /// Runs the soak.
    ///
    /// @param arguments minutes (10) and clients (50)
    public static void main(String[] arguments) throws Exception {
        int minutes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        int clients = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50;
        Path folder = Files.createTempDirectory("treeline-soak");
        Path run = folder.resolve("run.tldb");
        try {
            new DatabaseExporter().export(SyntheticRun.of(RANKS, NODES, 0), run);
            System.out.printf(
                    "%,d ranks x %,d nodes: %,d MB of values; %d clients, %d min, load %.1f%n",
                    RANKS, NODES, RANKS * NODES * 12L / 1_000_000, clients, minutes, load());
            try (var server = ServeProcess.start(run)) {
                soak(server, minutes, clients);
            }
            System.out.printf("load average at the end %.1f%n", load());
        } finally {
            Files.deleteIfExists(run);
            Files.deleteIfExists(folder);
        }
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static void soak(ServeProcess server, int minutes, int clients) throws Exception {
        var answers = new Latencies();
        List<Latencies> byMinute = new ArrayList<>();
        List<Double> resident = new ArrayList<>();
        List<Double> heap = new ArrayList<>();
        System.out.println("minute  answers  errors   p50 ms   p99 ms   max ms  RSS MB  heap MB");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<PageClient> asking = new ArrayList<>();
            for (int i = 0; i < clients; i++)
                asking.add(new PageClient(server.url(), NODES, i, answers));
            asking.forEach(threads::execute);
            for (int minute = 1; minute <= minutes; minute++) {
                TimeUnit.MINUTES.sleep(1);
                Latencies last = answers.take();
                byMinute.add(last);
                resident.add(server.residentMegabytes());
                heap.add(server.heapMegabytes());
                System.out.printf(
                        "%6d  %s  %6.0f  %7.0f%n",
                        minute, last.row(), resident.getLast(), heap.getLast());
            }
            asking.forEach(PageClient::stop);
            threads.shutdownNow();
            threads.awaitTermination(1, TimeUnit.MINUTES);
        }
        System.out.println(" total  " + Latencies.sum(byMinute).row());
        Latencies.sum(byMinute).errors().forEach((what, count) -> print(what, count));
        System.out.printf(
                "after the first minute: RSS %+.2f MB per minute, heap after collection %+.2f MB"
                        + " per minute%n",
                slope(resident), slope(heap));
    }

    private static void print(String what, long count) {
        System.out.printf("%,8d x %s%n", count, what);
    }

    /// Least squares per minute, without the first.
    static double slope(List<Double> values) {
        int size = values.size() - 1;
        double middle = (size - 1) / 2.0;
        double above = 0;
        double below = 0;
        for (int i = 0; i < size; i++) {
            above += (i - middle) * values.get(i + 1);
            below += (i - middle) * (i - middle);
        }
        return above / below;
    }
}
