package treeline.record.events;

/// The number of files of a recording, decided by the root when the amount of data is known.
@FunctionalInterface
public interface AggregatorChoice {
    int of(int ranks, long values);
}
