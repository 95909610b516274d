package treeline.scaling.model;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric;

import java.util.List;

/// Everything that a picture of a model shows, along one parameter: what was measured, the curve
/// with the interval around it, and what perfect scaling would be.
///
/// @param parameter what the horizontal axis is called
/// @param others what the other parameters are held at, such as `size = 30`; empty where there is
///   one
/// @param model the function of its values as text; the curve of a node with callees is a sum of
///   others
/// @param points what was measured, ascending by the parameter; empty where the others were not
///   measured at these values
/// @param x where the curve is known, ascending; it starts at the smallest measured parameter
/// @param curve what is predicted at each `x`, see [ModelResult#totals]
/// @param lower the lower end of the interval at each `x`
/// @param upper its upper end
/// @param ideal perfect scaling from the first point on, at each `x`: constant where values grow,
///   falling as 1 / x where they were measured to fall
/// @param largestMeasured the largest parameter that was measured: what is beyond is predicted
/// @param level how much confidence the interval has, such as 0.95
public record ModelPlot(
        String path,
        Metric metric,
        String parameter,
        String others,
        String model,
        List<Point> points,
        ImmutableDoubles x,
        ImmutableDoubles curve,
        ImmutableDoubles lower,
        ImmutableDoubles upper,
        ImmutableDoubles ideal,
        double largestMeasured,
        double level) {

    public ModelPlot {
        points = List.copyOf(points);
    }

    /// What was measured at one parameter.
    ///
    /// @param value what the model was made from: the mean, the median or another statistic of the
    ///   samples
    /// @param samples every repetition, ascending
    public record Point(double x, double value, ImmutableDoubles samples) {}
}
