package treeline.formats.writing;

import treeline.model.Metric;
import treeline.model.MetricColumn;
import treeline.model.Profile;
import treeline.model.Scopes;
import treeline.model.SparseRows;

import java.util.ArrayList;
import java.util.List;

/// A profile as a sampling profiler would store it: exclusive values by node and context. Inclusive
/// metrics without an exclusive counterpart are made exclusive; point metrics are omitted.
public final class NodeSamples {

    private final List<Metric> metrics = new ArrayList<>();
    private final List<SparseRows> columns = new ArrayList<>();

    public NodeSamples(Profile profile) {
        this(profile, profile.metrics());
    }

    private NodeSamples(Profile profile, List<Metric> wanted) {
        for (Metric metric : wanted) {
            if (!metric.addsUp()) continue;
            Metric own = metric.in(Metric.Scope.EXCLUSIVE);
            if (metric.equals(own)) add(own, profile.column(metric));
            else if (!profile.metrics().contains(own))
                add(own, Scopes.exclusive(profile.tree(), profile.column(metric)));
        }
    }

    /// Only the metric that is looked at first; of no metric where none adds up.
    public static NodeSamples ofUsual(Profile profile) {
        List<Metric> adding = profile.metrics().stream().filter(Metric::addsUp).toList();
        if (adding.isEmpty()) return new NodeSamples(profile, adding);
        Metric usual = profile.outline().withMetrics(adding).defaultMetric();
        Metric own = usual.in(Metric.Scope.EXCLUSIVE);
        return new NodeSamples(profile, List.of(profile.metrics().contains(own) ? own : usual));
    }

    /// The same with the time of devices, which contexts of streams have instead.
    public static NodeSamples ofTimes(Profile profile) {
        List<Metric> times = new ArrayList<>(ofUsual(profile).metrics);
        profile.metrics().stream()
                .filter(metric -> metric.name().equals(Metric.DEVICE_TIME) && metric.addsUp())
                .filter(metric -> times.stream().noneMatch(each -> isSame(each, metric)))
                .findFirst()
                .ifPresent(metric -> times.add(metric.in(Metric.Scope.EXCLUSIVE)));
        return new NodeSamples(
                profile,
                profile.metrics().stream()
                        .filter(metric -> times.stream().anyMatch(each -> isSame(each, metric)))
                        .toList());
    }

    private static boolean isSame(Metric one, Metric other) {
        return one.name().equals(other.name()) && one.unit().equals(other.unit());
    }

    private void add(Metric metric, MetricColumn column) {
        metrics.add(metric);
        columns.add(column.byNode());
    }

    /// Those that are written, all exclusive.
    public List<Metric> metrics() {
        return List.copyOf(metrics);
    }

    /// Values by node of one of [#metrics].
    public SparseRows byNode(int metric) {
        return columns.get(metric);
    }

    /// How many values there are.
    public long values() {
        return columns.stream().mapToLong(SparseRows::cells).sum();
    }

    /// Nodes depth-first, contexts of a node in their order; only where there is a value. The array
    /// is filled again each time.
    public <X extends Exception> void forEach(Cells.Visitor<X> visitor) throws X {
        new Cells(columns).forEach(visitor);
    }
}
