package treeline.aggregate;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// From a context of a source to its place among those that are chosen. Parts name contexts as
/// their source does, answers as the user chose them.
@FunctionalInterface
public interface ContextMapping extends IntUnaryOperator, Serializable {
    /// All contexts of the source.
    ContextMapping ALL = context -> context;

    /// Some contexts.
    ///
    /// @param contexts of the source, ascending
    static ContextMapping of(int... contexts) {
        int[] ascending = contexts.clone();
        return context -> Arrays.binarySearch(ascending, context);
    }
}
