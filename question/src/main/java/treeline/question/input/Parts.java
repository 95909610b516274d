package treeline.question.input;

import treeline.aggregate.Aggregation;
import treeline.aggregate.ContextMapping;
import treeline.model.Context;
import treeline.model.Outline;
import treeline.model.Profile;
import treeline.numbers.Locations;
import treeline.question.parameter.Arguments;
import treeline.source.Slice;
import treeline.transform.TransformStep;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/// A slice of a run as the parts that aggregations are evaluated on: one part in memory, or parts
/// of a file that this machine or an Apache Spark cluster reads.
sealed interface Parts permits LoadedPart, PartsOfFile {

    /// The slice of a recording, in memory if it fits and no cluster is asked.
    static Parts of(
            Recording recording,
            Slice slice,
            AggregationPlan asking,
            Arguments arguments,
            Session session)
            throws IOException {
        Optional<PartsOfFile> parts = PartsOfFile.of(recording, slice, asking, arguments);
        return parts.isPresent() ? parts.get() : new LoadedPart(recording.load(slice, session));
    }

    /// Everything but the values.
    Outline outline();

    /// The index among the contexts of [#outline] of a context that an aggregation names.
    ContextMapping chosen();

    /// The contexts by the indexes that aggregations name them with.
    List<Context> contextsOfFile();

    /// The values after a step, if they are in memory.
    Optional<Profile> loaded(TransformStep simpler);

    /// How the run is read, if it is not in memory.
    Optional<String> note();

    /// The recording that it was opened with is closed by its owner.
    default void release() {}

    /// The answer of an aggregation over some contexts.
    ///
    /// @param which selects contexts by their index in [#outline]
    /// @param together the contexts that must be in the same part
    <P, S extends Serializable, R> R evaluate(
            IntPredicate which,
            Aggregation<P, S, R> aggregation,
            Locations.By together,
            Session session)
            throws IOException;

    /// The answer of an aggregation over all contexts.
    default <P, S extends Serializable, R> R evaluate(
            Aggregation<P, S, R> aggregation, Locations.By together, Session session)
            throws IOException {
        return evaluate(_ -> true, aggregation, together, session);
    }
}
