package treeline.scaling.search;

/// The best model of a search, with its goodness of fit.
public record SearchResult(Fit best, GoodnessOfFit quality) {

    ScalingFunction function() {
        return best.function();
    }
}
