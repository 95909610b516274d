package treeline.scaling.model;

import treeline.ensemble.Ensemble;
import treeline.ensemble.metadata.MetadataValues;
import treeline.model.ImmutableDoubles;
import treeline.model.Metadata;
import treeline.model.SparseRows;
import treeline.scaling.search.MeasuredPoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// The runs of an ensemble by parameter values. Runs with the same parameters are repetitions of
/// one point.
final class ParameterGrid {
    private static final int NONE = -1;
    private static final Comparator<ImmutableDoubles> ORDER =
            (one, other) -> Arrays.compare(one.toArray(), other.toArray());

    private final Modeling modeling;
    private final List<ImmutableDoubles> points;
    private final int[] pointOf;
    private final List<String> without = new ArrayList<>();

    ParameterGrid(Ensemble ensemble, Modeling modeling) {
        this.modeling = modeling;
        modeling.parameters().forEach(ensemble::requireMetadata);
        List<ImmutableDoubles> ofRun = new ArrayList<>();
        var distinct = new TreeSet<>(ORDER);
        for (int run = 0; run < ensemble.runs(); run++) {
            ImmutableDoubles at = parameters(ensemble, run);
            ofRun.add(at);
            if (isKnown(at)) distinct.add(at);
            else without.add(ensemble.keys().get(run));
        }
        if (distinct.isEmpty())
            throw new IllegalArgumentException(
                    "no run has a number for %s"
                            .formatted(String.join(", ", modeling.parameters())));
        this.points = List.copyOf(distinct);
        this.pointOf =
                ofRun.stream().mapToInt(at -> isKnown(at) ? points.indexOf(at) : NONE).toArray();
    }

    private ImmutableDoubles parameters(Ensemble ensemble, int run) {
        return ImmutableDoubles.owning(
                modeling.parameters().stream()
                        .mapToDouble(name -> number(ensemble.metadata(run), name))
                        .toArray());
    }

    /// Also of a text: all that programs say of a recording are texts.
    private static double number(Metadata run, String name) {
        return run.get(name)
                .map(MetadataValues::same)
                .map(MetadataValues::number)
                .orElse(Double.NaN);
    }

    private static boolean isKnown(ImmutableDoubles at) {
        return at.stream().allMatch(Double::isFinite);
    }

    /// The runs without a number for every parameter.
    List<String> without() {
        return List.copyOf(without);
    }

    /// The settings of the runs, ascending.
    List<ImmutableDoubles> points() {
        return points;
    }

    /// The smallest value of any parameter.
    double smallest() {
        return points.stream().flatMapToDouble(ImmutableDoubles::stream).min().orElseThrow();
    }

    /// @param rows by node
    NodeMeasurements samples(SparseRows rows, int node) {
        double[][] values = new double[points.size()][];
        int[] count = new int[points.size()];
        Arrays.setAll(values, _ -> new double[2]);
        boolean[] isPresent = new boolean[points.size()];
        int met = 0;
        for (int cell = rows.start(node); cell < rows.end(node); cell++) {
            int point = pointOf[rows.index(cell)];
            if (point == NONE) continue;
            isPresent[point] = true;
            if (!Double.isFinite(rows.value(cell))) continue;
            if (count[point] == values[point].length)
                values[point] = Arrays.copyOf(values[point], 2 * count[point]);
            values[point][count[point]++] = rows.value(cell);
            met++;
        }
        List<MeasuredPoint> measured = new ArrayList<>();
        for (int point = 0; point < count.length; point++)
            if (count[point] > 0) measured.add(measured(point, values[point], count[point]));
        List<ImmutableDoubles> absent = new ArrayList<>();
        for (int point = 0; point < count.length; point++)
            if (!isPresent[point] && modeling.metric().addsUp()) absent.add(points.get(point));
        return new NodeMeasurements(measured, pointOf.length - without.size() - met, absent);
    }

    private MeasuredPoint measured(int point, double[] values, int count) {
        double[] samples = Arrays.copyOf(values, count);
        double value = modeling.value().of(samples);
        return new MeasuredPoint(points.get(point), value, ImmutableDoubles.owning(samples));
    }
}
