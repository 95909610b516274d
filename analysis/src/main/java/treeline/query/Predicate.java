package treeline.query;

import treeline.model.Frame;
import treeline.model.Profile;
import treeline.model.Unit;
import treeline.pattern.UserPattern;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A predicate on nodes. Comparisons are built with [Attribute]; attribute names are resolved when
/// the query is applied to a profile.
public sealed interface Predicate {
    /// Matches every node.
    record Anything() implements Predicate {}

    /// Matches nodes without children.
    record Leaf() implements Predicate {}

    /// A predicate on the frame alone, evaluated once per frame.
    record OfFrame(java.util.function.Predicate<Frame> test) implements Predicate {}

    /// A comparison of text.
    ///
    /// @param operator a regular expression must match the whole text
    record Text(String attribute, TextOperator operator, String value) implements Predicate {
        public Text {
            Objects.requireNonNull(attribute, "attribute");
            if (operator == TextOperator.MATCHES) UserPattern.of(value); // throws if it is none
        }
    }

    /// A comparison of a number.
    ///
    /// @param unit of `value`; if empty, the metric's own
    /// @param across if empty, as the caller of the query chooses
    record Amount(
            String attribute,
            Comparison comparison,
            double value,
            Optional<Unit> unit,
            Optional<ContextQuantifier> across)
            implements Predicate {
        public Amount {
            Objects.requireNonNull(attribute, "attribute");
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(across, "across");
        }
    }

    record Is(String attribute, State state, Optional<ContextQuantifier> across)
            implements Predicate {
        public Is {
            Objects.requireNonNull(attribute, "attribute");
            Objects.requireNonNull(across, "across");
        }
    }

    /// A Java predicate, for conditions that attributes cannot express.
    record Custom(NodeTest test) implements Predicate {}

    record And(List<Predicate> all) implements Predicate {
        public And {
            all = List.copyOf(all);
        }
    }

    record Or(List<Predicate> any) implements Predicate {
        public Or {
            any = List.copyOf(any);
        }
    }

    record Not(Predicate negated) implements Predicate {}

    enum TextOperator {
        EQUALS,
        STARTS_WITH,
        ENDS_WITH,
        CONTAINS,
        MATCHES
    }

    enum Comparison {
        EQUAL,
        UNEQUAL,
        BELOW,
        AT_MOST,
        ABOVE,
        AT_LEAST;

        /// A value that is not a number fulfils none but UNEQUAL, as in all languages.
        boolean holds(double left, double right) {
            return switch (this) {
                case EQUAL -> left == right;
                case UNEQUAL -> left != right;
                case BELOW -> left < right;
                case AT_MOST -> left <= right;
                case ABOVE -> left > right;
                case AT_LEAST -> left >= right;
            };
        }
    }

    /// The special states of an attribute, such as missing.
    enum State {
        /// Nothing is known: an empty text, no line, no value in any context.
        NONE,
        /// Not a number, or nothing measured.
        NAN,
        /// Positive or negative infinity.
        INFINITE
    }

    @FunctionalInterface
    interface NodeTest {
        boolean test(Profile profile, int node);
    }

    static Predicate anything() {
        return new Anything();
    }

    static Predicate leaf() {
        return new Leaf();
    }

    static Predicate custom(NodeTest test) {
        return new Custom(test);
    }

    default Predicate and(Predicate other) {
        return new And(List.of(this, other));
    }

    default Predicate or(Predicate other) {
        return new Or(List.of(this, other));
    }

    default Predicate negated() {
        return new Not(this);
    }
}
