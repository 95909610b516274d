package treeline.scaling.search;

/// The model searches for one set of points.
///
/// @param whole the search over all points
/// @param shorter the search without the largest point, for the backtest
public record Searches(ExperimentDesign whole, ExperimentDesign shorter) {

    public static Searches of(Points points, SearchSettings rules) {
        return new Searches(
                new ExperimentDesign(points, rules),
                new ExperimentDesign(Fitted.withoutLargest(points), rules));
    }
}
