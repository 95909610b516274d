package treeline.aggregate;

import treeline.transform.TransformStep;

import java.io.Serializable;

/// A map-reduce analysis over the parts of a run. A run in memory is one part; a large run is read
/// in parts, on one machine or on many. Parts are mapped in any order, added in the order of their
/// contexts, and the sums of consecutive parts are merged in that order. An aggregation is sent to
/// other machines, so it holds only serialisable data.
///
/// @param <P> the contribution of a part: much smaller than its values, or its values by rank
/// @param <S> the partial sum; its size does not grow with the number of contexts
/// @param <R> the result
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

    /// The same after every part was made simpler, by what treats each context on its own and
    /// leaves contexts as they are.
    default Aggregation<P, S, R> after(TransformStep simpler) {
        return simpler.equals(TransformStep.NONE) ? this : new AfterStep<>(this, simpler);
    }

    /// An aggregation of parts that a step made simpler. Those of one pass that are after the same
    /// step share its result.
    record AfterStep<P, S extends Serializable, R>(
            Aggregation<P, S, R> aggregation, TransformStep step) implements Aggregation<P, S, R> {
        @Override
        public P map(SourcePart part) {
            return aggregation.map(part.after(step));
        }

        @Override
        public S zero() {
            return aggregation.zero();
        }

        @Override
        public S add(S sum, P mapped) {
            return aggregation.add(sum, mapped);
        }

        @Override
        public S merge(S first, S second) {
            return aggregation.merge(first, second);
        }

        @Override
        public R finish(S sum) {
            return aggregation.finish(sum);
        }
    }
}
