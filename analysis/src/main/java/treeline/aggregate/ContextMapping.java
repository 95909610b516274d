package treeline.aggregate;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// Maps a context index of the source to its index in the selection. Parts use the indexes of the
/// source, results those of the selection.
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
