package treeline.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// A named metric with unit and scope. The scope is part of its identity: inclusive and exclusive
/// time are two metrics, and no analysis may add one to the other.
public record Metric(String name, Unit unit, Scope scope) implements Serializable {

    /// Relation of the value of a node to its subtree.
    public enum Scope {
        /// The node and its subtree.
        INCLUSIVE,
        /// The node alone.
        EXCLUSIVE,
        /// A reading, such as a high-water mark or a rate, which is never added.
        POINT
    }

    /// Name of the GPU busy time, in profiles that store it separately from thread time.
    public static final String DEVICE_TIME = "gpu time";

    /// Name of the thread time.
    public static final String HOST_TIME = "time";

    public Metric {
        if (name.isBlank()) throw new IllegalArgumentException("metric name is blank");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(scope, "scope");
    }

    /// Whether values add up over the call tree. Readings do not.
    public boolean addsUp() {
        return scope != Scope.POINT;
    }

    /// Whether the metric counts calls. Such counts are shown exclusive: `main` ran once, whatever
    /// it called.
    public boolean countsCalls() {
        return unit.dimension() == Unit.Dimension.COUNT
                && (name.equalsIgnoreCase("calls") || name.equalsIgnoreCase("visits"));
    }

    /// The same metric in another scope. Readings have one scope only.
    public Metric in(Scope other) {
        if (other == scope) return this;
        if (scope == Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is a point reading and has no %s values"
                            .formatted(name, textOf(other)));
        if (other == Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is additive over the tree and has no point readings"
                            .formatted(name));
        return new Metric(name, unit, other);
    }

    /// The same metric in the scope of this name, if applicable.
    Optional<Metric> inScope(String scopeName) {
        return Arrays.stream(Scope.values())
                .filter(each -> textOf(each).equals(scopeName))
                .filter(each -> each == scope || (addsUp() && each != Scope.POINT))
                .map(this::in)
                .findFirst();
    }

    private static String textOf(Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    /// The display name: `time:exclusive`. Readings omit the scope.
    @Override
    public String toString() {
        return addsUp() ? name + ":" + textOf(scope) : name;
    }
}
