package treeline.bench.record;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.MetricHandle;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// What does an event cost beside the two clock reads that it cannot do without? Run with `-prof
/// gc` to see that nothing is allocated.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(1)
public class EventPairBenchmark {

    /// A running recorder with three open events. Recorder and events belong to the thread that
    /// began them, so they are opened and closed by the benchmark's own thread.
    @State(Scope.Thread)
    public static class Recording {
        Recorder recorder;
        MetricHandle mem;
        int iteration;
        private Event[] open;
        private Path out;

        @Setup(Level.Trial)
        public void start() throws IOException {
            out = Files.createTempDirectory("treeline-bench");
            recorder =
                    Recorder.start(
                            RecorderOptions.builder(out.toString()).metrics("tag:0;mem:1").build());
            mem = recorder.metric("mem");
            open = new Event[] {Recorder.event("a"), Recorder.event("b"), Recorder.event("c")};
        }

        @TearDown(Level.Trial)
        public void stop() {
            for (int i = open.length - 1; i >= 0; i--) open[i].close();
            recorder.close();
        }
    }

    /// The same without open events: every pair is a repetition of a root, and they are added up.
    @State(Scope.Thread)
    public static class RootRecording {
        private Recorder recorder;

        @Setup(Level.Trial)
        public void start() throws IOException {
            Path out = Files.createTempDirectory("treeline-bench");
            recorder =
                    Recorder.start(
                            RecorderOptions.builder(out.toString()).repetitionLimit(1).build());
        }

        @TearDown(Level.Trial)
        public void stop() {
            recorder.close();
        }
    }

    @Benchmark
    public long baselineTwoClockReads() {
        long start = System.nanoTime();
        return System.nanoTime() - start;
    }

    @Benchmark
    public void depth1(RootRecording recording) {
        try (Event _ = Recorder.event("main")) {}
    }

    @Benchmark
    public void depth4(Recording recording) {
        try (Event _ = Recorder.event("solve")) {}
    }

    @Benchmark
    public void depth4WithMetric(Recording recording) {
        try (Event event = Recorder.event("solve")) {
            event.add(recording.mem, 1);
        }
    }

    @Benchmark
    public void depth4WithMetricByName(Recording recording) {
        try (Event event = Recorder.event("solve")) {
            event.add("mem", 1);
        }
    }

    @Benchmark
    public void depth4EachIteration(Recording recording) {
        recording.iteration = (recording.iteration + 1) & 0xfff;
        try (Event _ = Recorder.event("step", Loop.EACH, recording.iteration)) {}
    }

    @Benchmark
    public void off() {
        try (Event _ = Recorder.event("solve")) {}
    }
}
