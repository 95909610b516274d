package treeline.formats.caliper.records;

import org.jspecify.annotations.Nullable;

import treeline.model.Metric.Scope;
import treeline.model.Unit;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The metric that a measured attribute represents. Caliper prefixes an attribute with the
/// operations applied to it: `avg#inclusive#sum#time.duration` is the time, summed over visits,
/// then over the subtree, then averaged over ranks.
///
/// @param unit null for times without a unit: microseconds in old files, seconds later
public record Measure(String name, Scope scope, Combining combining, @Nullable Unit unit) {

    /// How several values of one node and context are combined.
    enum Combining {
        SUM,
        MIN,
        MAX,
        /// A mean, weighted by how many measurements each value stands for.
        MEAN,
        /// Readings of which none is more right than another: the first stays.
        FIRST
    }

    public static final String TIME = "time";
    private static final String UNNAMED = "(unnamed)";

    private static final Set<String> INCLUSIVE = Set.of("inclusive", "iscale");
    private static final Set<String> ADDING =
            Set.of("sum", "scale", "count", "inclusive", "iscale");
    private static final Set<String> MAIN_TIMES =
            Set.of(
                    "time.duration",
                    "time.duration.ns",
                    "time.inclusive.duration",
                    "time.inclusive.duration.ns");
    private static final Set<String> COUNTS = Set.of("count", "visits", "calls");

    public static Measure of(CaliperAttribute attribute) {
        String[] words = attribute.name().split("#");
        List<String> steps = Arrays.asList(words).subList(0, Math.max(0, words.length - 1));
        String base = words.length == 0 ? attribute.name() : words[words.length - 1];
        Scope scope = scope(attribute, steps, base);
        return new Measure(
                name(attribute, steps, base),
                scope,
                combining(steps, base, scope),
                unit(attribute, steps, base));
    }

    private static String name(CaliperAttribute attribute, List<String> steps, String base) {
        String given = attribute.alias().isBlank() ? attribute.name() : attribute.alias();
        if (attribute.alias().isBlank() && MAIN_TIMES.contains(base) && onlyAdds(steps))
            return TIME;
        String plain =
                withoutScope(given)
                        .replaceFirst("^inclusive#", "")
                        .replaceFirst("^i(?=scale#)", "");
        return plain.isBlank() ? UNNAMED : plain;
    }

    private static boolean onlyAdds(List<String> steps) {
        return ADDING.containsAll(steps) || steps.equals(List.of("sum", "avg", "sum"));
    }

    private static String withoutScope(String label) {
        return label.replaceFirst("\\s*\\((inc|exc|I|E)\\)$", "");
    }

    private static Scope scope(CaliperAttribute attribute, List<String> steps, String base) {
        String label = attribute.alias().isBlank() ? attribute.name() : attribute.alias();
        if (steps.stream().anyMatch(INCLUSIVE::contains) || base.contains(".inclusive."))
            return Scope.INCLUSIVE;
        if (steps.isEmpty()) return scopeByLabel(attribute, label, base);
        if (ADDING.contains(steps.getFirst()) && !isReading(base)) return Scope.EXCLUSIVE;
        return reducesRanks(steps) && !isReading(base) ? Scope.EXCLUSIVE : Scope.POINT;
    }

    /// The aliases of Caliper's own reports say whether they mean the subtree.
    private static Scope scopeByLabel(CaliperAttribute attribute, String label, String base) {
        if (label.endsWith(" (inc)") || label.endsWith(" (I)")) return Scope.INCLUSIVE;
        if (label.endsWith(" (exc)") || label.endsWith(" (E)")) return Scope.EXCLUSIVE;
        if (label.matches("(Min|Max|Avg|Total) time.*")) return Scope.INCLUSIVE;
        if (isReading(base)) return Scope.POINT;
        boolean adds =
                attribute.isAggregatable()
                        || isDuration(base)
                        || label.equals(TIME)
                        || COUNTS.contains(lastWord(base).toLowerCase(java.util.Locale.ROOT))
                        || base.endsWith(".bytes")
                        || base.startsWith("papi.")
                        || namedUnit(attribute.unit()).dimension() == Unit.Dimension.TIME
                        || namedUnit(base).dimension() == Unit.Dimension.TIME;
        return adds ? Scope.EXCLUSIVE : Scope.POINT;
    }

    /// Numbers that say where or when rather than how much.
    private static boolean isReading(String base) {
        return base.equals("aggregate.slot")
                || base.equals("Node order")
                || base.startsWith("loop.")
                || base.startsWith("timeseries.")
                || base.startsWith("time.offset")
                || isHighWater(base);
    }

    private static boolean isHighWater(String base) {
        return base.contains("highwatermark") || base.contains("hwm");
    }

    private static boolean isDuration(String base) {
        return base.endsWith(".duration") || base.endsWith(".duration.ns");
    }

    /// Whether the outermost step ran over ranks: below it stands what one rank measured in all.
    private static boolean reducesRanks(List<String> steps) {
        return steps.stream().skip(1).anyMatch(ADDING::contains);
    }

    private static Combining combining(List<String> steps, String base, Scope scope) {
        String outer = steps.isEmpty() ? "" : steps.getFirst();
        if (outer.equals("min") || (outer.isEmpty() && base.equals("aggregate.slot")))
            return Combining.MIN;
        if (outer.equals("max") || isHighWater(base)) return Combining.MAX;
        if (scope != Scope.POINT) return Combining.SUM;
        return outer.equals("avg") ? Combining.MEAN : Combining.FIRST;
    }

    private static @Nullable Unit unit(
            CaliperAttribute attribute, List<String> steps, String base) {
        if (!attribute.unit().isBlank()) return namedUnit(attribute.unit());
        boolean scaled = steps.contains("scale") || steps.contains("iscale");
        if (scaled && (isDuration(base) || base.endsWith(".ns"))) return Unit.SECONDS;
        if (base.endsWith(".ns")) return Unit.NANOSECONDS;
        if (base.startsWith("timeseries.") && !base.endsWith("snapshot")) return Unit.SECONDS;
        if (base.endsWith(".duration"))
            return base.startsWith("time.") ? null : Unit.NANOSECONDS; // GPU services count in ns
        if (base.endsWith(".bytes") || isHighWater(base)) return Unit.BYTES;
        if (namedUnit(base).dimension() == Unit.Dimension.TIME) return namedUnit(base);
        return attribute.alias().isBlank() && withoutScope(base).equals(TIME) ? null : Unit.COUNT;
    }

    private static Unit namedUnit(String symbol) {
        return switch (symbol) {
            case "usec" -> Unit.of("us");
            case "nsec" -> Unit.NANOSECONDS;
            case "msec" -> Unit.of("ms");
            case "count" -> Unit.COUNT;
            case "bytes", "byte" -> Unit.BYTES;
            default -> Unit.of(symbol);
        };
    }

    private static String lastWord(String base) {
        return base.substring(base.lastIndexOf('.') + 1);
    }
}
