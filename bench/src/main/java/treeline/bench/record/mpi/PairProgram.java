package treeline.bench.record.mpi;

import treeline.record.Event;
import treeline.record.Loop;
import treeline.record.Recorder;
import treeline.record.RecorderOptions;
import treeline.source.files.CompleteFolder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// What does the begin and the end of an event cost? A process of its own, as Caliper's is, with
/// the same 200 slices of 5,000 pairs. `1` or `4` is how deep the event lies, `loop` is an
/// iteration with a text and a number, as the examples have them. Prints `pair MIN MEDIAN`, in
/// nanoseconds.
final class PairProgram {
    private static final int SLICES = 200;
    private static final int PAIRS = 5_000;

    private PairProgram() {}

    public static void main(String[] arguments) throws IOException {
        Path out = Files.createTempDirectory("treeline-pair");
        RecorderOptions options =
                RecorderOptions.builder(out.toString())
                        .metrics("tag:0;mem:1")
                        .repetitionLimit(1)
                        .build();
        Sample nanos;
        try (Recorder _ = Recorder.start(options)) {
            nanos = measured(arguments[0]);
        }
        System.out.println(
                String.format(Locale.ROOT, "pair %.1f %.1f", nanos.min(), nanos.median()));
        CompleteFolder.delete(out);
    }

    private static Sample measured(String kind) {
        if (kind.equals("1")) return slices(_ -> plain());
        try (Event _ = Recorder.event("a");
                Event _ = Recorder.event("b");
                Event _ = Recorder.event("c")) {
            return kind.equals("loop") ? slices(PairProgram::loop) : slices(_ -> plain());
        }
    }

    private static void plain() {
        try (Event _ = Recorder.event("solve")) {}
    }

    private static void loop(int i) {
        try (Event event = Recorder.event("step", Loop.EACH, i).put("tag", "COMP")) {
            event.add("mem", i);
        }
    }

    private interface Step {
        void run(int i);
    }

    /// The first half warms up.
    private static Sample slices(Step step) {
        double[] nanos = new double[SLICES];
        for (int slice = -SLICES; slice < SLICES; slice++) {
            long start = System.nanoTime();
            for (int i = 0; i < PAIRS; i++) step.run(i);
            if (slice >= 0) nanos[slice] = (double) (System.nanoTime() - start) / PAIRS;
        }
        return Sample.of(nanos);
    }
}
