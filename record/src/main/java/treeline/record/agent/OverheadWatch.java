package treeline.record.agent;

import treeline.record.overhead.MeasuredOverhead;
import treeline.record.overhead.OverheadMeter;
import treeline.record.overhead.RecordingProbe;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// The thread that measures the overhead of the recording while the program runs.
final class OverheadWatch {
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final RecordingProbe probe;
    private final OverheadMeter meter;
    private final Thread thread;

    OverheadWatch(RecordingProbe probe, double budget, Predicate<Set<String>> remover) {
        this.probe = probe;
        this.meter = new OverheadMeter(probe, new WallClock(), budget, remover);
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("treeline overhead")
                        .inheritInheritableThreadLocals(false)
                        .start(meter::run);
    }

    /// Ends the measurement and stores its result with the recording.
    MeasuredOverhead end() throws InterruptedException {
        thread.interrupt();
        boolean ended = thread.join(PATIENCE);
        probe.mute(null);
        MeasuredOverhead result = ended ? meter.result() : MeasuredOverhead.NONE;
        probe.finish(result);
        return result;
    }

    private static final class WallClock implements OverheadMeter.Pace {
        @Override
        public void pause(long nanos) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    }
}
