package treeline.scaling.model;

import treeline.model.ImmutableDoubles;
import treeline.model.Metric;

import java.util.List;

/// Data of a plot of one model along one parameter: measured points, the predicted curve with its
/// interval, and ideal scaling.
///
/// @param parameter the label of the horizontal axis
/// @param others the fixed values of the other parameters, such as `size = 30`; empty if there is
///   one parameter
/// @param model the fitted function as text; the curve of a node with callees is a sum of several
///   models
/// @param points the measured points, ascending by the parameter; empty if nothing was measured at
///   the values of `others`
/// @param x the sampled parameter values, ascending from the smallest measured value
/// @param curve the prediction at each `x`, see [ModelResult#totals]
/// @param lower the lower end of the interval at each `x`
/// @param upper the upper end of the interval at each `x`
/// @param ideal ideal scaling from the first point, at each `x`: constant if values grow,
///   proportional to 1 / x if they decrease
/// @param largestMeasured the largest measured parameter value; beyond it the curve extrapolates
/// @param level the confidence level of the interval, such as 0.95
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

    /// The measurements at one parameter value.
    ///
    /// @param value the statistic of the samples that the model is fitted to, such as the mean or
    ///   median
    /// @param samples all repetitions, ascending
    public record Point(double x, double value, ImmutableDoubles samples) {}
}
