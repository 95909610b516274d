package treeline.trace.laws;

import java.util.Optional;

/// A law that no program can break. Records that break it are due to a bug of the recording tool,
/// lost events, or clocks that disagree.
public enum Law {
    LAUNCH("kernels start before their launch"),
    /// CUDA executes the work of a stream in order.
    STREAM("kernels start before the previous one on their stream ends"),
    BUSY("GPU streams are busy for longer than they were traced"),
    CLOCK("threads and GPU streams were traced long before or after the others"),
    LENGTH("threads and GPU streams were traced for more than a year"),
    DURATION("calls and kernels end before they start"),
    TIME_ZERO("calls and kernels start before time 0"),
    NESTING("calls and kernels overlap another one of their thread or stream without nesting"),
    END("calls end without a start"),
    NEGATIVE("values of time are negative"),
    LARGE("values of time are longer than the run"),
    MESSAGE("messages are received before they are sent"),
    COLLECTIVE("collective operations end before their last member starts");

    private final String broken;

    Law(String broken) {
        this.broken = broken;
    }

    /// `{broken} of {all} kernels start before their launch`.
    String template() {
        return "{broken} of {all} " + broken;
    }

    /// Whether the law is about the clocks of several ranks: if it is broken, waiting times are
    /// wrong, but shares of time are not.
    boolean isBetweenRanks() {
        return this == MESSAGE || this == COLLECTIVE;
    }

    /// Whether readers skip what breaks it, so that it is not among the calls of the trace.
    boolean isSkipped() {
        return this == DURATION || this == END;
    }

    /// The law that a warning of a reader is about: readers skip or repair such records.
    static Optional<Law> ofWarning(String reason) {
        return switch (reason) {
            case "a slice ends before it starts",
                    "an event has no time, or ends before it starts",
                    "a record has no time, or ends before it starts" ->
                    Optional.of(DURATION);
            case "a slice starts before time 0",
                    "events before the start of the run were moved to its start" ->
                    Optional.of(TIME_ZERO);
            case "two slices overlap without nesting; they become siblings" -> Optional.of(NESTING);
            case "skipped an end event without a begin event",
                    "leaves without an open call were skipped" ->
                    Optional.of(END);
            default -> Optional.empty(); // another warning
        };
    }
}
