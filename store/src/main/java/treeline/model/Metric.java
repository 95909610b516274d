package treeline.model;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/// A named, united and scoped column of values. The scope is part of the identity: inclusive and
/// exclusive time are two metrics, and no analysis may add one to the other.
public record Metric(String name, Unit unit, Scope scope) implements Serializable {

    /// How a node's value relates to its descendants'.
    public enum Scope {
        /// The node with everything below it.
        INCLUSIVE,
        /// The node alone.
        EXCLUSIVE,
        /// A reading at the node (a high-water mark, a rate): never added up over the tree.
        POINT
    }

    /// The name of the time that GPU streams were busy, in profiles that store it apart from the
    /// time of threads.
    public static final String DEVICE_TIME = "gpu time";

    /// The name of the time of threads.
    public static final String HOST_TIME = "time";

    public Metric {
        if (name.isBlank()) throw new IllegalArgumentException("metric name is blank");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(scope, "scope");
    }

    /// Whether values of nodes are parts of their callers' values. Readings at a point are not.
    public boolean addsUp() {
        return scope != Scope.POINT;
    }

    /// Whether it counts how often a node ran. Of such a count people want the node's own: `main`
    /// ran once, whatever it called.
    public boolean countsCalls() {
        return unit.dimension() == Unit.Dimension.COUNT
                && (name.equalsIgnoreCase("calls") || name.equalsIgnoreCase("visits"));
    }

    /// The same metric in another scope. A reading at a point has none but its own.
    public Metric in(Scope other) {
        if (other == scope) return this;
        if (scope == Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' is a reading at a point and has no %s values"
                            .formatted(name, textOf(other)));
        if (other == Scope.POINT)
            throw new IllegalArgumentException(
                    "metric '%s' adds up over the tree and is no reading at a point"
                            .formatted(name));
        return new Metric(name, unit, other);
    }

    /// The same metric in the scope of this name, if it can have it.
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

    /// As people name it: `time:exclusive`. Readings at a point have one scope only and need not
    /// say it.
    @Override
    public String toString() {
        return addsUp() ? name + ":" + textOf(scope) : name;
    }
}
