package treeline.query;

import treeline.model.Unit;
import treeline.query.Predicate.Comparison;
import treeline.query.Predicate.State;
import treeline.query.Predicate.TextOperator;

import java.util.Objects;
import java.util.Optional;

/// A node attribute, referenced by name, for comparisons: `attribute("name").startsWith("MPI_")`,
/// `attribute("time").onAny().isAbove(5)`. Attributes are frame properties (name, file, line,
/// module, kind), tree properties (depth, node_id, leaf), metrics and labels.
///
/// @param across how contexts count; if empty, as the caller of the query chooses
/// @param unit of the numbers compared with; if empty, the metric's own
public record Attribute(String name, Optional<ContextQuantifier> across, Optional<Unit> unit) {
    public Attribute {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(across, "across");
        Objects.requireNonNull(unit, "unit");
    }

    public static Attribute attribute(String name) {
        return new Attribute(name, Optional.empty(), Optional.empty());
    }

    /// The mean over all ranks is compared.
    public Attribute onMean() {
        return across(ContextQuantifier.MEAN);
    }

    /// It is enough that one rank fulfils the comparison.
    public Attribute onAny() {
        return across(ContextQuantifier.ANY);
    }

    /// Every rank must fulfil the comparison.
    public Attribute onAll() {
        return across(ContextQuantifier.ALL);
    }

    private Attribute across(ContextQuantifier chosen) {
        return new Attribute(name, Optional.of(chosen), unit);
    }

    /// The attribute, to be compared with numbers of a unit.
    ///
    /// @param symbol such as `ms` or `MiB`
    public Attribute in(String symbol) {
        return new Attribute(name, across, Optional.of(Unit.of(symbol)));
    }

    public Predicate is(String text) {
        return compare(TextOperator.EQUALS, text);
    }

    public Predicate startsWith(String start) {
        return compare(TextOperator.STARTS_WITH, start);
    }

    public Predicate endsWith(String end) {
        return compare(TextOperator.ENDS_WITH, end);
    }

    public Predicate contains(String part) {
        return compare(TextOperator.CONTAINS, part);
    }

    /// Compares the whole text with a regular expression.
    ///
    /// @param regex of [treeline.pattern.UserPattern]
    public Predicate matches(String regex) {
        return compare(TextOperator.MATCHES, regex);
    }

    public Predicate is(double number) {
        return compare(Comparison.EQUAL, number);
    }

    public Predicate isNot(double number) {
        return compare(Comparison.UNEQUAL, number);
    }

    public Predicate isBelow(double number) {
        return compare(Comparison.BELOW, number);
    }

    public Predicate isAtMost(double number) {
        return compare(Comparison.AT_MOST, number);
    }

    public Predicate isAbove(double number) {
        return compare(Comparison.ABOVE, number);
    }

    public Predicate isAtLeast(double number) {
        return compare(Comparison.AT_LEAST, number);
    }

    /// The node has no such value or text.
    public Predicate isNone() {
        return is(State.NONE);
    }

    public Predicate isNan() {
        return is(State.NAN);
    }

    public Predicate isInfinite() {
        return is(State.INFINITE);
    }

    Predicate is(State state) {
        return new Predicate.Is(name, state, across);
    }

    Predicate compare(TextOperator operator, String text) {
        return new Predicate.Text(name, operator, text);
    }

    Predicate compare(Comparison comparison, double number) {
        return new Predicate.Amount(name, comparison, number, unit, across);
    }
}
