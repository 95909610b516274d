package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.numbers.Places;

import java.util.List;
import java.util.Optional;

/// What a command asks of a run that does not fit into memory, beyond one value per node. It is
/// asked in the same pass over the parts, so everything that may be wrong with it is said before
/// anything is read.
@FunctionalInterface
public interface LargeQuestion {
    LargeQuestion NOTHING = (_, _, _) -> Asked.NOTHING;

    /// What means do not answer.
    String OF_SINGLE_RANKS = "a query of single ranks (ANY, ALL, IS NONE)";

    /// What is asked.
    ///
    /// @param together what has to stay in one part
    record Asked(List<Aggregation<?, ?, ?>> aggregations, Places.By together) {
        public static final Asked NOTHING = new Asked(List.of(), Places.By.RANK);

        public Asked {
            aggregations = List.copyOf(aggregations);
        }
    }

    /// What needs all values at once in a command that looks at all metrics or at iterations, if
    /// anything does.
    default Optional<String> needingAll() {
        return Optional.of("this command");
    }

    /// Asks; the answers are at [LargeRun#answer].
    ///
    /// @param simple the nodes that the user wants to see: parts become so by [LargeRun#simpler]
    Asked of(LargeRun large, Outline simple, Metric metric);
}
