package treeline.scaling.search;

/// How models are looked for at some points.
///
/// @param whole at all points
/// @param shorter at all but the largest
public record Searches(ExperimentDesign whole, ExperimentDesign shorter) {

    public static Searches of(Points points, SearchSettings rules) {
        return new Searches(
                new ExperimentDesign(points, rules),
                new ExperimentDesign(Fitted.withoutLargest(points), rules));
    }
}
