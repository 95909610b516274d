package treeline.bench.record.mpi;

import treeline.examples.Jacobi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Do 64 ranks of a recorded program stay under 2.5 GB, with the JVM options of
/// docs/how-to/record-mpi.md? Counted is proportional memory (PSS): what ranks share, such as the
/// JDK, is divided among them.
record MemoryTable(Path folder) {
    private static final int WANTED_RANKS = 64;
    private static final double TARGET_BYTES = 2.5e9;

    /// What a rank is expected to need at most, in order not to bring down a small machine.
    private static final long RANK_BYTES = 60_000_000;

    /// The largest sum that was seen, and of how many ranks.
    private record Peak(int ranks, long bytes) {
        Peak or(Peak other) {
            return other.bytes > bytes ? other : this;
        }
    }

    void print() throws IOException, InterruptedException {
        if (!Files.exists(Path.of("/proc/self/smaps_rollup"))) {
            Print.line("%nMemory: not measured, there is no /proc/PID/smaps_rollup here");
            return;
        }
        long free = kilobytes(Path.of("/proc/meminfo"), "MemAvailable:") * 1024;
        int ranks = (int) Math.min(WANTED_RANKS, free / RANK_BYTES);
        Print.line("%nMemory of %d ranks of jacobi on one machine, recorded", ranks);
        if (ranks < WANTED_RANKS)
            Print.line("  only %,d MB are free, so not %d ranks", free / 1_000_000, WANTED_RANKS);
        if (ranks < 1) return;
        Peak peak = peakOf(ranks);
        double all = (double) peak.bytes / peak.ranks * WANTED_RANKS;
        Print.line(
                "  %d ranks at once: %.2f GB, %.1f MB a rank; %d ranks %s %.2f GB, target < %.1f GB"
                        + " %s",
                peak.ranks,
                peak.bytes / 1e9,
                peak.bytes / 1e6 / peak.ranks,
                WANTED_RANKS,
                peak.ranks == WANTED_RANKS ? "took" : "would take",
                all / 1e9,
                TARGET_BYTES / 1e9,
                MpiTargets.verdict(all < TARGET_BYTES));
        Print.line("  options: %s", String.join(" ", Launch.SMALL_JVM));
    }

    private Peak peakOf(int ranks) throws IOException, InterruptedException {
        List<String> command =
                Launch.ranks(
                        ranks,
                        Jacobi.class,
                        "--size",
                        "256",
                        "--iterations",
                        "20",
                        "--repetitions",
                        "1",
                        "--output",
                        folder.resolve("memory").toString());
        Path output = folder.resolve("memory.txt");
        Process process = Launch.start(command, Map.of(), output);
        Peak peak = new Peak(1, 0);
        while (!process.waitFor(200, TimeUnit.MILLISECONDS)) peak = peak.or(now(process));
        if (process.exitValue() != 0)
            throw new IOException("the ranks failed:%n%s".formatted(Files.readString(output)));
        return peak;
    }

    private static Peak now(Process launcher) throws IOException {
        int ranks = 0;
        long bytes = 0;
        for (ProcessHandle each : launcher.descendants().toList()) {
            if (!each.info().command().orElse("").endsWith("/java")) continue;
            Path rollup = Path.of("/proc", Long.toString(each.pid()), "smaps_rollup");
            ranks++;
            bytes += kilobytes(rollup, "Pss:") * 1024;
        }
        return new Peak(ranks, bytes);
    }

    /// The number behind a word; 0 if the process has just ended.
    private static long kilobytes(Path file, String word) throws IOException {
        try {
            for (String line : Files.readAllLines(file))
                if (line.startsWith(word))
                    return Long.parseLong(line.substring(word.length()).strip().split("\\s+")[0]);
            return 0;
        } catch (NoSuchFileException ended) {
            return 0;
        } catch (IOException ended) {
            if (Files.exists(file)) throw ended;
            return 0;
        }
    }
}
