package treeline.aggregate;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/// From a context of a source to its place among those that are chosen. Parts name contexts as
/// their source does, answers as the user chose them.
@FunctionalInterface
public interface Chosen extends IntUnaryOperator, Serializable {
    /// All contexts of the source.
    Chosen ALL = context -> context;

    /// Some contexts.
    ///
    /// @param contexts of the source, ascending
    static Chosen of(int... contexts) {
        int[] ascending = contexts.clone();
        return context -> Arrays.binarySearch(ascending, context);
    }
}
