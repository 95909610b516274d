package treeline.model;

import java.util.ArrayList;
import java.util.List;

/// The measurements of one run in memory: a call tree and metric values by context. Immutable;
/// operations return new profiles that share unchanged parts.
public record Profile(Outline outline, MetricTable values) {

    /// The label that states how iterations of a recorded loop were stored: each, or their sum.
    public static final String LOOP_LABEL = "loop";

    public static final String LOOP_EACH = "each";
    public static final String LOOP_SUM = "sum";

    /// The child of a loop with its values outside iterations, because a cell is either a series or
    /// a plain value.
    public static final Frame BETWEEN_ITERATIONS =
            new Frame(Frame.Kind.OTHER, "(between iterations)", "", 0, "");

    public Profile {
        if (!outline.metrics().equals(values.metrics()))
            throw new IllegalArgumentException("outline and values name different metrics");
        for (int metric = 0; metric < values.metrics().size(); metric++)
            requireFit(outline, values.metrics().get(metric), values.column(metric));
    }

    private static void requireFit(Outline outline, Metric metric, MetricColumn column) {
        if (column.nodes() != outline.tree().size()
                || column.contexts() != outline.contexts().size())
            throw new IllegalArgumentException(
                    "metric '%s' covers %d nodes x %d contexts of %d x %d"
                            .formatted(
                                    metric.name(),
                                    column.nodes(),
                                    column.contexts(),
                                    outline.tree().size(),
                                    outline.contexts().size()));
    }

    public CallTree tree() {
        return outline.tree();
    }

    public List<Label> labels() {
        return outline.labels();
    }

    public List<Context> contexts() {
        return outline.contexts();
    }

    public List<Metric> metrics() {
        return outline.metrics();
    }

    public Metadata metadata() {
        return outline.metadata();
    }

    /// The metric of a name such as `time` or `time:exclusive`, see [Outline#metric].
    public Metric metric(String name) {
        return outline.metric(name);
    }

    /// The values of a metric, as stored or computed from the other scope. Computed values are not
    /// cached.
    public MetricColumn column(Metric metric) {
        return values.metrics().contains(metric)
                ? values.column(metric)
                : Scopes.computed(this, metric);
    }

    /// The values of a metric by its name, such as `time` or `time:exclusive`.
    public MetricColumn column(String metric) {
        return column(metric(metric));
    }

    public Profile withMetadata(Metadata metadata) {
        return new Profile(outline.withMetadata(metadata), values);
    }

    /// A copy with one more metric, or with new values of an existing one.
    public Profile with(Metric metric, MetricColumn column) {
        List<Metric> metrics = new ArrayList<>(metrics());
        List<MetricColumn> columns = new ArrayList<>();
        for (Metric each : metrics) columns.add(each.equals(metric) ? column : column(each));
        if (!metrics.contains(metric)) {
            metrics.add(metric);
            columns.add(column);
        }
        return withMetrics(metrics, columns);
    }

    /// A copy with the same tree and contexts and only these values.
    public Profile withOnly(Metric metric, MetricColumn column) {
        return withMetrics(List.of(metric), List.of(column));
    }

    private Profile withMetrics(List<Metric> metrics, List<MetricColumn> columns) {
        return new Profile(outline.withMetrics(metrics), new MetricTable(metrics, columns));
    }
}
