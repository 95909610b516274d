package treeline.scaling;

/// How models are looked for at some points.
///
/// @param whole at all points
/// @param shorter at all but the largest
record Searches(Plan whole, Plan shorter) {

    static Searches of(Points points, Rules rules) {
        return new Searches(
                new Plan(points, rules), new Plan(Fitted.withoutLargest(points), rules));
    }
}
