package treeline.testkit.fuzz;

import org.jspecify.annotations.Nullable;

import treeline.testkit.Patience;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Looks for bytes that a reader does not survive. Starts with good files, damages them, and goes
/// on from every damaged file that made the reader do something new (the idea of AFL). The same
/// seed tries the same files in the same order.
final class Fuzzer {
    /// What one file of at most 64 KiB may cost.
    private static final Duration MOST_TIME = Duration.ofSeconds(2);

    private static final long MOST_BYTES_ALLOCATED = 256L << 20;

    /// A reader that took so long is taken to hang; wall-clock time, so a busy machine counts in.
    private static final Duration PATIENCE = Patience.DURATION;

    /// Ends a run whose subject computes on other threads, or on a busy machine.
    private static final int MAX_SLOWDOWN = 20;

    private static final int NEWEST = 32;

    /// What went wrong and, as short as it could be made, with which bytes in place of which
    /// sample.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Finding(String what, Throwable cause, Path sample, byte[] input) {}

    /// Bytes that are read in place of a sample.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Entry(Path sample, byte[] bytes) {}

    private final Consumer<Path> trial;
    private final Mutator mutator;
    private final SplittableRandom random;
    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<Entry> corpus = new ArrayList<>();
    private final Map<String, Finding> findings = new LinkedHashMap<>();
    private int mostFindings = 20;
    private long runs;

    // What the watching thread looks at.
    private volatile @Nullable Entry current;
    private volatile long startedNanos;

    Fuzzer(Consumer<Path> trial, List<byte[]> words, long seed) {
        this.trial = trial;
        this.random = new SplittableRandom(seed);
        this.mutator = new Mutator(random, words);
    }

    Fuzzer stopAtFirst() {
        mostFindings = 1;
        return this;
    }

    long runs() {
        return runs;
    }

    /// Samples and inputs with new coverage, in the order in which they were found.
    List<Entry> corpus() {
        return List.copyOf(corpus);
    }

    List<Finding> fuzz(List<Path> samples, Duration duration) throws Exception {
        return fuzz(samples, List.of(), duration);
    }

    /// Reads damaged files in place of each sample, in a thread that is abandoned if it hangs.
    ///
    /// @param kept inputs of earlier runs
    /// @param duration CPU time of the thread that reads
    List<Finding> fuzz(List<Path> samples, List<Entry> kept, Duration duration) throws Exception {
        for (Path sample : samples) corpus.add(new Entry(sample, Files.readAllBytes(sample)));
        corpus.addAll(kept);
        Thread worker = Thread.ofPlatform().daemon().name("fuzzer").start(() -> loop(duration));
        while (!worker.join(Duration.ofMillis(100))) {
            Entry tried = current;
            if (tried == null || System.nanoTime() - startedNanos < PATIENCE.toNanos()) continue;
            var stack = new AssertionError("no end after " + PATIENCE);
            stack.setStackTrace(worker.getStackTrace());
            return List.of(new Finding("a hang", stack, tried.sample(), tried.bytes()));
        }
        return List.copyOf(findings.values());
    }

    private void loop(Duration duration) {
        List<Entry> first = List.copyOf(corpus);
        corpus.clear();
        for (Entry entry : first) tryOut(entry);
        if (corpus.isEmpty()) corpus.addAll(first);
        long end = threads.getCurrentThreadCpuTime() + duration.toNanos();
        long latest = System.nanoTime() + MAX_SLOWDOWN * duration.toNanos();
        while (threads.getCurrentThreadCpuTime() < end
                && System.nanoTime() < latest
                && findings.size() < mostFindings) {
            Entry entry = pick();
            tryOut(new Entry(entry.sample(), mutator.mutate(entry.bytes(), pick().bytes())));
        }
    }

    /// One of the newest as often as any other: they are where new code was reached.
    private Entry pick() {
        int oldest = random.nextBoolean() ? 0 : Math.max(0, corpus.size() - NEWEST);
        return corpus.get(random.nextInt(oldest, corpus.size()));
    }

    private void tryOut(Entry entry) {
        Throwable problem = run(entry);
        boolean isNew = Coverage.runWasNew();
        if (problem == null) {
            if (isNew) corpus.add(entry);
        } else if (!findings.containsKey(kind(problem))) {
            byte[] input = shortened(entry, kind(problem));
            findings.put(kind(problem), new Finding(kind(problem), problem, entry.sample(), input));
        }
    }

    /// The branches that an input takes.
    BitSet branches(Entry entry) {
        run(entry);
        return Coverage.lastRun();
    }

    private @Nullable Throwable run(Entry entry) {
        runs++;
        try {
            Files.write(entry.sample(), entry.bytes());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        Coverage.startRun();
        startedNanos = System.nanoTime();
        current = entry;
        long cpuNanos = threads.getCurrentThreadCpuTime();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        try {
            trial.accept(entry.sample());
        } catch (Throwable problem) { // whatever it is, it is what we are looking for
            return problem;
        } finally {
            current = null;
        }
        cpuNanos = threads.getCurrentThreadCpuTime() - cpuNanos;
        allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
        if (cpuNanos > MOST_TIME.toNanos())
            return new AssertionError("%d ms of CPU time".formatted(cpuNanos / 1_000_000));
        if (allocated > MOST_BYTES_ALLOCATED)
            return new AssertionError("%d MB allocated".formatted(allocated >> 20));
        return null;
    }

    /// The kind of a problem: its type and where in Treeline it arose.
    private static String kind(Throwable problem) {
        String type = problem.getClass().getSimpleName();
        return Arrays.stream(problem.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith("treeline."))
                .filter(frame -> !frame.getClassName().contains(".fuzz."))
                .findFirst()
                .map(frame -> type + " in " + frame.getClassName() + "." + frame.getMethodName())
                .orElseGet(() -> type + " " + String.valueOf(problem.getMessage()).split("\\d")[0]);
    }

    /// Leaves out pieces, large ones first, as long as the problem stays.
    private byte[] shortened(Entry entry, String kind) {
        byte[] input = entry.bytes();
        for (int piece = Math.max(1, input.length / 2); piece > 0; piece /= 2)
            for (int at = 0; at + piece <= input.length; ) {
                byte[] less = new byte[input.length - piece];
                System.arraycopy(input, 0, less, 0, at);
                System.arraycopy(input, at + piece, less, at, less.length - at);
                Throwable problem = run(new Entry(entry.sample(), less));
                if (problem != null && kind(problem).equals(kind)) input = less;
                else at += piece;
            }
        return input;
    }
}
