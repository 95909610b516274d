package treeline.scaling.search;

import treeline.model.ImmutableDoubles;

import java.util.Arrays;
import java.util.List;

/// Measured points drawn as text: parameters, an equals sign and the repetitions, as in `1=10
/// 2=9,11` or, of two parameters, `4;10=7 8;10=9`.
final class DrawnPoints {
    private DrawnPoints() {}

    static Points points(String drawn) {
        return Points.of(Arrays.stream(drawn.strip().split("\\s+")).map(DrawnPoints::one).toList());
    }

    private static MeasuredPoint one(String point) {
        String[] sides = point.split("=");
        double[] samples = numbers(sides[1], ",");
        return new MeasuredPoint(
                ImmutableDoubles.owning(numbers(sides[0], ";")),
                Arrays.stream(samples).average().orElseThrow(),
                ImmutableDoubles.owning(samples));
    }

    private static double[] numbers(String text, String between) {
        return Arrays.stream(text.split(between)).mapToDouble(Double::parseDouble).toArray();
    }

    static SearchSettings settings(Points points) {
        List<String> names = List.of("p", "q", "r", "s").subList(0, points.parameters());
        return new SearchSettings(
                names, java.util.Optional.empty(), 0.95, SearchSpace.FINITE_FALLING);
    }

    static ExperimentDesign design(Points points) {
        return new ExperimentDesign(points, settings(points));
    }
}
