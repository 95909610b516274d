package treeline.formats.hpctoolkit.values;

import org.jspecify.annotations.Nullable;

import treeline.formats.hpctoolkit.metrics.StoredMetric;
import treeline.formats.hpctoolkit.metrics.StoredMetric.Instance;
import treeline.formats.hpctoolkit.metrics.StoredMetric.Scope;
import treeline.formats.hpctoolkit.metrics.StoredMetric.Summary;
import treeline.formats.hpctoolkit.tree.ContextTree;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A metric of the outline and the origin of its values: those stored under an id, or those minus
/// the values of the children.
///
/// HPCToolkit stores a metric in several scopes. `execution` includes all callees, so it is our
/// inclusive metric. `point` is the cost of the node alone, so it is our exclusive metric, but only
/// if every context is in the tree: writers until 2024 omit instructions, whose cost is then in no
/// `point` value. In that case the exclusive metric is computed from `function`, which is complete.
/// `function` itself (a function with its loops and lines) is neither and becomes a point metric.
/// `lex_aware` is ignored for threads, because hpcprof counts nested loops in it for threads but
/// not in the summary.
public record ValueColumn(Metric metric, int id, @Nullable Scope withoutChildrenIn)
        implements DatabaseColumn {
    private static final Pattern NAME_AND_UNIT = Pattern.compile("(.*\\S) \\(([^()]+)\\)");
    private static final Map<String, String> UNITS = Map.of("sec", "s", "usec", "us");
    public static final List<String> TIMES = List.of("CPUTIME", "REALTIME");

    /// The time of all operations of a device; those of single kinds are parts of it.
    private static final String DEVICE_TIME = "GPUOP";

    /// Whether the children's values are taken off the stored ones.
    public boolean isDerived() {
        return withoutChildrenIn != null;
    }

    /// Whether the values of a node are part of its parent's, in the scope of a derived column.
    boolean isPartOfParent(int node, ContextTree tree) {
        return withoutChildrenIn != null
                && (withoutChildrenIn.type() == Scope.Type.EXECUTION
                        || tree.propagates(node, withoutChildrenIn.bit()));
    }

    /// The metrics of single threads.
    ///
    /// @param elided whether contexts that are not in the tree have values
    /// @param hasValues whether any thread has a value; metrics without values are left out
    public static List<ValueColumn> ofThreads(
            List<StoredMetric> stored, boolean elided, Predicate<StoredMetric> hasValues) {
        var columns = new Columns(stored);
        for (StoredMetric metric : columns.timeFirst())
            if (hasValues.test(metric)) columns.add(metric, metric.instances(), elided);
        return columns.all;
    }

    /// The metrics of the summary: sums are what threads have, other statistics are readings.
    public static List<ValueColumn> ofSummary(
            List<StoredMetric> stored, boolean elided, Predicate<StoredMetric> hasValues) {
        var columns = new Columns(stored);
        for (StoredMetric metric : columns.timeFirst()) {
            if (!hasValues.test(metric)) continue;
            List<Instance> sums = new ArrayList<>();
            for (Summary summary : metric.summaries())
                if (summary.isPlainSum()) sums.add(new Instance(summary.scope(), summary.id()));
            columns.add(metric, sums, elided);
            for (Summary summary : metric.summaries())
                if (!summary.isPlainSum() || summary.scope().type() == Scope.Type.CUSTOM)
                    columns.addReading(metric, summary);
        }
        return columns.all;
    }

    /// The metric that is called time: processor time if there is one, otherwise elapsed time.
    public static Optional<String> clock(List<StoredMetric> stored) {
        return TIMES.stream()
                .filter(name -> stored.stream().anyMatch(metric -> isCalled(metric, name)))
                .findFirst();
    }

    private static boolean isCalled(StoredMetric metric, String name) {
        return bareName(metric.name()).equals(name);
    }

    /// Assigns unique names to metrics.
    private static final class Columns {
        private final List<StoredMetric> stored;
        private final String time;
        private final List<ValueColumn> all = new ArrayList<>();
        private final Set<Metric> taken = new LinkedHashSet<>();

        Columns(List<StoredMetric> stored) {
            this.stored = stored;
            this.time = clock(stored).orElse("");
        }

        /// Hpcprof writes metrics in no order; viewers show the first one.
        List<StoredMetric> timeFirst() {
            List<StoredMetric> ordered = new ArrayList<>(stored);
            ordered.sort(Comparator.comparingInt(this::placeOf));
            return ordered;
        }

        private int placeOf(StoredMetric metric) {
            if (isCalled(metric, time)) return 0;
            if (isCalled(metric, DEVICE_TIME)) return 1;
            return unitOf(metric.name()).dimension() == Unit.Dimension.TIME ? 2 : 3;
        }

        void add(StoredMetric metric, List<Instance> instances, boolean elided) {
            Instance execution = of(instances, Scope.Type.EXECUTION);
            Instance function = of(instances, Scope.Type.TRANSITIVE);
            Instance point = of(instances, Scope.Type.POINT);
            if (execution != null) add(metric, "", Metric.Scope.INCLUSIVE, execution, false);
            if (point != null && !elided) add(metric, "", Metric.Scope.EXCLUSIVE, point, false);
            else if (function != null) add(metric, "", Metric.Scope.EXCLUSIVE, function, true);
            else if (execution != null) add(metric, "", Metric.Scope.EXCLUSIVE, execution, true);
            else if (point != null) add(metric, "", Metric.Scope.EXCLUSIVE, point, false);
            for (Instance instance : instances)
                if (instance.scope().type() == Scope.Type.TRANSITIVE
                        || instance.scope().type() == Scope.Type.UNKNOWN)
                    add(
                            metric,
                            " (%s)".formatted(instance.scope().name()),
                            Metric.Scope.POINT,
                            instance,
                            false);
        }

        private static @Nullable Instance of(List<Instance> instances, Scope.Type type) {
            for (Instance instance : instances)
                if (instance.scope().type() == type) return instance;
            return null;
        }

        void addReading(StoredMetric metric, Summary summary) {
            String suffix =
                    summary.isPlainSum()
                            ? " (%s)".formatted(summary.scope().name())
                            : " (%s, %s)".formatted(summary.text(), summary.scope().name());
            var instance = new Instance(summary.scope(), summary.id());
            add(metric, suffix, Metric.Scope.POINT, instance, false);
        }

        private void add(
                StoredMetric metric,
                String suffix,
                Metric.Scope scope,
                Instance instance,
                boolean derived) {
            String bare = bareName(metric.name());
            String name = bare.equals(time) ? "time" : bare;
            Unit unit = suffix.startsWith(" (count") ? Unit.COUNT : unitOf(metric.name());
            var named = new Metric(name + suffix, unit, scope);
            for (int i = 2; !taken.add(named); i++)
                named = new Metric("%s%s #%d".formatted(name, suffix, i), unit, scope);
            all.add(new ValueColumn(named, instance.id(), derived ? instance.scope() : null));
        }
    }

    /// The name without the unit, as in `GXCOPY:D2H (B)`.
    public static String bareName(String name) {
        Matcher parts = NAME_AND_UNIT.matcher(name);
        String bare = parts.matches() ? parts.group(1) : name;
        return bare.isBlank() ? "unnamed metric" : bare;
    }

    public static Unit unitOf(String name) {
        Matcher parts = NAME_AND_UNIT.matcher(name);
        if (!parts.matches()) return Unit.COUNT;
        return Unit.of(UNITS.getOrDefault(parts.group(2), parts.group(2)));
    }
}
