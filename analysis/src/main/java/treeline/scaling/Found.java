package treeline.scaling.search;

/// What a search came to.
public record SearchResult(Fit best, GoodnessOfFit quality) {

    ScalingFunction function() {
        return best.function();
    }
}
