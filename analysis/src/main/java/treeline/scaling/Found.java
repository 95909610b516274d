package treeline.scaling;

/// What a search came to.
record Found(Fit best, Quality quality) {

    ScalingFunction function() {
        return best.function();
    }
}
