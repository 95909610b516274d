package treeline.scaling;

import java.util.List;

/// What runs measured at one node.
///
/// @param points ascending by the parameters
/// @param missing runs that have the parameters, but no finite value
record Samples(List<MeasuredPoint> points, int missing) {
    Samples {
        points = List.copyOf(points);
    }
}
