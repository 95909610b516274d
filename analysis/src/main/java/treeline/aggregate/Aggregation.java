package treeline.aggregate;

import java.io.Serializable;

/// An analysis that is a sum over the parts of a run. It works the same on a run in memory, which
/// is one part, on one that passes by in parts, and on many machines: parts are mapped anywhere,
/// added in the order of contexts, and sums of consecutive parts are merged in that order. The
/// question itself travels to other machines, so it holds nothing but data.
///
/// @param <P> what is added of a part: much smaller than its values, or these by rank
/// @param <S> the sum; its size does not grow with the number of contexts
/// @param <R> the answer
public interface Aggregation<P, S extends Serializable, R> extends Serializable {

    /// What of a part is added. Parts are mapped at the same time, in any order.
    P map(SourcePart part);

    /// The sum over no part.
    S zero();

    /// A sum with one part more, which comes behind those that are in it. It may change the sum
    /// that it is given.
    S add(S sum, P mapped);

    /// Two sums as one.
    ///
    /// @param second of parts behind those of the first
    S merge(S first, S second);

    R finish(S sum);
}
