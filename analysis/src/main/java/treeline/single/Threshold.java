package treeline.single;

/// The smallest value of a listed node: a share of the maximum, or an absolute value. They are
/// separate types, because confusing them would hide or show everything.
public sealed interface Threshold {
    /// Everything is worth a line.
    static Threshold none() {
        return new ShareOfLargest(0);
    }

    /// A share of the maximum, from 0 to 1.
    record ShareOfLargest(double share) implements Threshold {
        public ShareOfLargest {
            if (!(share >= 0 && share <= 1))
                throw new IllegalArgumentException("a share must be from 0 to 1, found " + share);
        }
    }

    /// A value in the metric's unit.
    record Absolute(double value) implements Threshold {
        public Absolute {
            if (Double.isNaN(value))
                throw new IllegalArgumentException("a threshold must not be NaN");
        }
    }

    default double of(double largest) {
        return switch (this) {
            // values of formulas may be negative or infinite, and 0 * infinity is no number
            case ShareOfLargest(double share) ->
                    share == 0 ? Double.NEGATIVE_INFINITY : share * largest;
            case Absolute(double value) -> value;
        };
    }
}
