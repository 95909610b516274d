package treeline.scaling.model;

import treeline.model.ImmutableDoubles;
import treeline.scaling.search.MeasuredPoint;

import java.util.List;

/// The measurements of one node.
///
/// @param points ascending by the parameters
/// @param missing the number of runs that have the parameters but no finite value
/// @param absent the number of settings at which no run has the node
record NodeMeasurements(List<MeasuredPoint> points, int missing, List<ImmutableDoubles> absent) {
    NodeMeasurements {
        points = List.copyOf(points);
        absent = List.copyOf(absent);
    }
}
