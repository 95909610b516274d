package treeline.formats.caliper.write;

import treeline.formats.caliper.records.CaliperAttribute;
import treeline.formats.caliper.records.Measure;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A metric as a Caliper attribute: the name encodes the operations applied to its values, the
/// alias is the display name. The simplest name from which [Measure] restores the metric is used.
///
/// @param name of the attribute in `.cali`, of the column in JSON
/// @param attribute as readers see it
public record WrittenMetric(Metric metric, String name, String alias, CaliperAttribute attribute) {
    // Properties, as Caliper has them at values of records.
    private static final int AS_VALUE = 1;
    private static final int SKIP_EVENTS = 64;

    private static final String DURATION = "sum#time.duration";

    /// Hatchet takes a column of this name for numbers of nodes, in the order of nodes.
    private static final String NODE_ORDER = "Node order";

    /// The file format that a metric is written to.
    public enum Form {
        /// Attributes have properties, and their own names beside their aliases.
        CALI,
        /// Columns have the names that Hatchet looks for: `time` and `time (inc)`.
        JSON
    }

    /// No two have one name.
    static List<WrittenMetric> of(List<Metric> metrics, Form form) {
        Set<String> taken = new HashSet<>();
        List<WrittenMetric> written = new ArrayList<>();
        for (Metric metric : metrics) {
            WrittenMetric found =
                    new Names(metric, form, "metric." + written.size())
                            .possible().stream()
                                    .filter(each -> !taken.contains(each.name))
                                    .filter(WrittenMetric::keepsNameAndScope)
                                    .findFirst()
                                    .orElseThrow();
            taken.add(found.name);
            written.add(found);
        }
        return written;
    }

    /// @param spare a name that nothing else has and that means nothing
    private record Names(Metric metric, Form form, String spare) {
        List<WrittenMetric> possible() {
            String name = metric.name();
            return switch (metric.scope()) {
                case EXCLUSIVE -> exclusive(name, name + " (exc)");
                case INCLUSIVE -> inclusive(name + " (inc)");
                case POINT -> point(name, name + " (exc)");
            };
        }

        private List<WrittenMetric> exclusive(String plain, String scoped) {
            boolean duration = form == Form.CALI && plain.equals(Measure.TIME);
            return List.of(
                    written(duration ? DURATION : plain, plain),
                    written(plain, scoped),
                    written("sum#" + plain, plain),
                    written("sum#" + spare, plain),
                    written("sum#" + spare, scoped),
                    written("sum#" + spare, "inclusive#" + scoped));
        }

        private List<WrittenMetric> inclusive(String scoped) {
            String name = metric.name().equals(Measure.TIME) ? DURATION : metric.name();
            return List.of(
                    written(form == Form.JSON ? scoped : "inclusive#" + name, scoped),
                    written("inclusive#" + name, scoped),
                    written("inclusive#" + spare, scoped),
                    written("inclusive#" + spare, "inclusive#" + scoped));
        }

        private List<WrittenMetric> point(String plain, String scoped) {
            return List.of(
                    written(plain.equals(NODE_ORDER) ? "any#" + plain : plain, plain),
                    written("any#" + plain, plain),
                    written("any#" + spare, plain),
                    written("any#" + spare, scoped),
                    written("any#" + spare, "inclusive#" + scoped));
        }

        private WrittenMetric written(String name, String alias) {
            int properties = form == Form.CALI ? properties(metric) : 0;
            return new WrittenMetric(
                    metric,
                    name,
                    alias,
                    CaliperAttribute.of(
                            name,
                            CaliperAttribute.Type.DOUBLE,
                            properties,
                            alias,
                            spelled(metric.unit()),
                            false));
        }
    }

    private static int properties(Metric metric) {
        return AS_VALUE | SKIP_EVENTS | (metric.addsUp() ? CaliperAttribute.AGGREGATABLE : 0);
    }

    private static String spelled(Unit unit) {
        return switch (unit.symbol()) {
            case "s" -> "sec";
            case "B" -> "bytes";
            case "" -> "count";
            default -> unit.symbol();
        };
    }

    private boolean keepsNameAndScope() {
        Measure read = Measure.of(attribute);
        return attribute.role() == CaliperAttribute.Role.VALUE
                && read.name().equals(metric.name())
                && read.scope() == metric.scope();
    }

    boolean keepsUnit() {
        return metric.unit().equals(Measure.of(attribute).unit());
    }
}
