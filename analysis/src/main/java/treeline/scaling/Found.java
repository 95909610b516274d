package treeline.scaling;

import java.util.List;
import java.util.function.Supplier;

/// What a search came to: the best model, and all that describe the points about as well, which are
/// fitted only where an interval is asked for.
record Found(Fit best, Quality quality, Supplier<List<Fit>> plausible) {

    ScalingFunction function() {
        return best.function();
    }
}
