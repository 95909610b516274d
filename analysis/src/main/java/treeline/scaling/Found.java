package treeline.scaling;

import java.util.List;

/// What a search came to: the best model, and all that describe the points about as well.
record Found(Fit best, Quality quality, List<Fit> plausible) {
    Found {
        plausible = List.copyOf(plausible);
    }

    ScalingFunction function() {
        return best.function();
    }
}
