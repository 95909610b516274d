package treeline.ensemble;

import org.hipparchus.special.Erf;

/// The standard normal distribution.
public final class Normal {
    private Normal() {}

    /// The value that a share of the distribution lies below.
    public static double quantile(double share) {
        return Math.sqrt(2) * Erf.erfInv(2 * share - 1);
    }

    /// How much of the distribution lies above a value, exact for far tails too.
    public static double above(double value) {
        return Erf.erfc(value / Math.sqrt(2)) / 2;
    }
}
