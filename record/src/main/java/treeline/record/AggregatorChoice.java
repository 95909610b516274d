package treeline.record;

/// How many files a recording gets, decided by the root when it knows how much there is.
@FunctionalInterface
interface AggregatorChoice {
    int of(int ranks, long values);
}
