package treeline.record.overhead;

import org.jspecify.annotations.Nullable;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A running recording, as far as the measurement of its overhead needs it. The agent finds it here
/// because the recorder's own types are not visible to it.
public interface RecordingProbe {
    /// Calls and exclusive time of an event over all its call paths so far.
    record EventSum(long calls, long ownNanos) {}

    /// Progress and CPU time of the recording threads up to now.
    Reading read();

    /// The sums of all events, by name.
    Map<String, EventSum> sums();

    /// Stops timing events of these names, or of none. Their calls are still counted.
    void mute(@Nullable MutedNames names);

    /// Stores the result with the recording.
    void finish(MeasuredOverhead result);

    /// The recording that an agent has started in this process.
    static Optional<RecordingProbe> current() {
        return Optional.ofNullable(Current.PROBE.get());
    }

    /// Sets the recording that is measured.
    ///
    /// @param probe null if the overhead of the recording cannot be measured
    static void start(@Nullable RecordingProbe probe) {
        Current.PROBE.set(probe);
    }

    /// Holds the reference, because fields of interfaces are public.
    final class Current {
        private static final AtomicReference<@Nullable RecordingProbe> PROBE =
                new AtomicReference<>();

        private Current() {}
    }
}
