package treeline.scaling;

import treeline.model.Doubles;

import java.util.List;

/// The measurements of one node.
///
/// @param points ascending by the parameters
/// @param missing runs that have the parameters, but no finite value
/// @param absent settings at which no run has the node
record Samples(List<MeasuredPoint> points, int missing, List<Doubles> absent) {
    Samples {
        points = List.copyOf(points);
        absent = List.copyOf(absent);
    }
}
