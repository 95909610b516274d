package treeline.single;

/// From which value on a node is worth a line: a share of the largest or an absolute value. The two
/// are different types, because taking one for the other hides or shows everything.
public sealed interface Threshold {
    /// Everything is worth a line.
    static Threshold none() {
        return new ShareOfLargest(0);
    }

    /// From 0 to 1, of the largest value there is.
    record ShareOfLargest(double share) implements Threshold {
        public ShareOfLargest {
            if (!(share >= 0 && share <= 1))
                throw new IllegalArgumentException("a share is from 0 to 1, not " + share);
        }
    }

    /// In the metric's unit.
    record Absolute(double value) implements Threshold {
        public Absolute {
            if (Double.isNaN(value))
                throw new IllegalArgumentException("a threshold is a number, not NaN");
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
