package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.model.Metric;
import treeline.numbers.Locations;

import java.util.ArrayList;
import java.util.List;

/// The aggregations that a question needs in addition to one value per node. They are evaluated in
/// the pass that reads the run, so the plan rejects a wrong question before values are read in
/// parts.
@FunctionalInterface
public interface AggregationPlan {
    AggregationPlan NONE = (_, _) -> Pass.NONE;

    /// The aggregations of one pass.
    ///
    /// @param together the contexts that must be in the same part
    record Pass(List<Aggregation<?, ?, ?>> aggregations, Locations.By together) {
        public static final Pass NONE = new Pass(List.of(), Locations.By.RANK);

        public Pass {
            aggregations = List.copyOf(aggregations);
        }

        /// This pass and another one at once.
        public Pass and(Pass other) {
            List<Aggregation<?, ?, ?>> both = new ArrayList<>(aggregations);
            both.addAll(other.aggregations);
            return new Pass(both, together == Locations.By.HOST ? together : other.together);
        }

        /// Aggregations over whole ranks.
        public static Pass ofRanks(Aggregation<?, ?, ?>... aggregations) {
            return new Pass(List.of(aggregations), Locations.By.RANK);
        }
    }

    /// All values in memory: those of a random sample of ranks if not all fit.
    AggregationPlan SAMPLE =
            new AggregationPlan() {
                @Override
                public Pass pass(RunValues values, Metric metric) {
                    return Pass.NONE;
                }

                @Override
                public boolean takesSample() {
                    return true;
                }
            };

    /// Whether the question needs all values at once, or those of a random sample of ranks.
    default boolean takesSample() {
        return false;
    }

    /// The aggregations; [RunValues#answer] has their answers.
    ///
    /// @param values not read yet if the run is read in parts
    Pass pass(RunValues values, Metric metric);
}
