package treeline.record.events;

/// How many files a recording gets, decided by the root when it knows how much there is.
@FunctionalInterface
public interface AggregatorChoice {
    int of(int ranks, long values);
}
