package treeline.source.files;

/// Parser for short decimal numbers by the fast path of Clinger ("How to read floating point
/// numbers accurately", 1990): one exact division or multiplication gives the nearest double.
/// Nearly all numbers in profiles are short enough.
public final class ExactDecimal {
    private static final long EXACT_MANTISSA = 1L << 53;

    /// The powers of ten that a double holds exactly.
    private static final double[] POWER = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };

    private static final int LARGEST_POWER = 22;

    /// As many digits always fit a long.
    private static final int SAFE_DIGITS = 18;

    private ExactDecimal() {}

    /// `mantissa * 10^exponent`, correctly rounded because both factors are exact; NaN if one of
    /// them is not.
    ///
    /// @param digits how many the mantissa was read from; it may have overflowed
    public static double of(long mantissa, int digits, int exponent) {
        if (digits > SAFE_DIGITS) return Double.NaN;
        if (exponent == 0) return mantissa;
        if (mantissa >= EXACT_MANTISSA || Math.abs(exponent) > LARGEST_POWER) return Double.NaN;
        return exponent < 0 ? mantissa / POWER[-exponent] : mantissa * POWER[exponent];
    }
}
