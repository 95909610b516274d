package treeline.scaling.search;

import treeline.model.ImmutableDoubles;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The measured points along one parameter axis, all other parameters held fixed: the combinations
/// of the other parameters with the most measured values, all at the same values of this parameter.
///
/// @param x the values of the parameter, ascending
/// @param lines by combination of the others, the point at each `x`
public record ParameterAxis(ImmutableDoubles x, List<List<Integer>> lines) {
    public ParameterAxis {
        lines = lines.stream().map(List::copyOf).toList();
    }

    public static ParameterAxis of(Points points, int parameter) {
        Map<ImmutableDoubles, Map<Double, Integer>> lines = new LinkedHashMap<>();
        for (int point = 0; point < points.size(); point++) {
            double[] others = points.at(point).clone();
            double x = others[parameter];
            others[parameter] = 0;
            lines.computeIfAbsent(ImmutableDoubles.owning(others), _ -> new TreeMap<>())
                    .put(x, point);
        }
        int most = lines.values().stream().mapToInt(Map::size).max().orElse(0);
        List<Map<Double, Integer>> longest =
                lines.values().stream().filter(line -> line.size() == most).toList();
        List<List<Integer>> alike = new ArrayList<>();
        for (Map<Double, Integer> line : longest)
            if (line.keySet().equals(longest.getFirst().keySet()))
                alike.add(List.copyOf(line.values()));
        return new ParameterAxis(
                ImmutableDoubles.owning(
                        longest.getFirst().keySet().stream().mapToDouble(each -> each).toArray()),
                alike);
    }

    /// The values along the parameter, averaged over all lines.
    Points of(Points points) {
        double[][] at = new double[x.size()][];
        double[] values = new double[at.length];
        double[] variances = new double[at.length];
        int[] repeated = new int[at.length];
        int count = lines.size();
        for (int row = 0; row < at.length; row++) {
            at[row] = new double[] {x.at(row)};
            for (List<Integer> line : lines) {
                int point = line.get(row);
                values[row] += points.value(point) / count;
                variances[row] += points.variance(point) / count / count;
                repeated[row] += points.repeated(point);
            }
        }
        return new Points(at, values, variances, repeated);
    }
}
