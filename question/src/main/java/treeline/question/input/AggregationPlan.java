package treeline.question.input;

import treeline.model.Metric;

/// The aggregations that a question needs in addition to one value per node. They are evaluated in
/// the pass that reads the run, so the plan rejects a wrong question before values are read in
/// parts.
@FunctionalInterface
public interface AggregationPlan {
    AggregationPlan NONE = (_, _) -> {};

    /// All values in memory: those of a random sample of ranks if not all fit.
    AggregationPlan SAMPLE =
            new AggregationPlan() {
                @Override
                public void ask(RunValues values, Metric metric) {}

                @Override
                public boolean takesSample() {
                    return true;
                }
            };

    /// Whether the question needs all values at once, or those of a random sample of ranks.
    default boolean takesSample() {
        return false;
    }

    /// Asks for the answers of aggregations, by [RunValues#ask].
    ///
    /// @param values not read yet if the run is read in parts
    void ask(RunValues values, Metric metric);
}
