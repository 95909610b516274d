package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.ContextMapping;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.transform.Reduction;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.IntPredicate;

/// The values of a run as aggregations see them. The engine is chosen below: values are in memory
/// ([LoadedRun]), or are read in parts by this machine or an Apache Spark cluster
/// ([PartitionedRun]).
public sealed interface RunValues permits LoadedRun, PartitionedRun {

    /// Everything but the values, before nodes are omitted from parts: [Locations] are computed
    /// from its contexts.
    Outline outline();

    /// Everything but the values, with the nodes that the user selected.
    Outline simple();

    /// The step that omits nodes from each part: aggregations are evaluated after it.
    TransformStep simpler();

    /// The index among the contexts of [#outline] of a context that an aggregation names.
    ContextMapping chosen();

    /// The contexts by the indexes that aggregations name them with.
    List<Context> contextsOfFile();

    /// The answer of one of the aggregations of the [AggregationPlan].
    <R> R answer(Aggregation<?, ?, R> aggregation);

    /// The answer of an aggregation that depends on earlier answers.
    ///
    /// @param together the contexts that must be in the same part
    <P, S extends Serializable, R> R run(
            Aggregation<P, S, R> aggregation, Locations.By together, Session session)
            throws IOException;

    /// The answer of an aggregation over some contexts.
    ///
    /// @param which selects contexts by their index in [#outline]
    <P, S extends Serializable, R> R runOn(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session)
            throws IOException;

    /// Values of the selected nodes from which means and sums over ranks follow: one context with
    /// reduced values if the run is read in parts, all contexts otherwise.
    Profile reduced(Reduction over);

    /// Whether threads were added up: repetitions are averaged before nodes are left out, and which
    /// thread is the longest differs from one to the next.
    boolean addsThreads();

    /// Rejects to compare threads that were added up.
    ///
    /// @param by what is compared
    default void requireSeparate(Locations.By by) {
        if (by == Locations.By.THREAD && addsThreads())
            throw new IllegalArgumentException(
                    "threads cannot be compared: repetitions were averaged and threads added up"
                            + " before nodes were left out; select one repetition, such as"
                            + " --repetition 0");
    }

    /// Whether a run has fewer threads after nodes were left out.
    static boolean addsThreads(List<Context> whole, List<Context> simple) {
        return Locations.of(simple, Locations.By.THREAD).size()
                < Locations.of(whole, Locations.By.THREAD).size();
    }
}
