package treeline.app.mcp;

import java.math.BigDecimal;
import java.math.MathContext;

/// Rounds real numbers for assistants, which repeat every digit that they read: four significant
/// digits, as measurements rarely have more. Integers below one million keep all digits, because
/// they may be counts.
final class SignificantDigits {
    private static final MathContext DIGITS = new MathContext(4);
    private static final double EXACT_BELOW = 1e6;

    /// Longer numbers are written with an exponent.
    private static final int MAX_LENGTH = 12;

    private SignificantDigits() {}

    /// @param number a finite number
    static String of(double number) {
        if (number == Math.rint(number) && Math.abs(number) < EXACT_BELOW)
            return Long.toString((long) number);
        BigDecimal rounded = BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros();
        String plain = rounded.toPlainString();
        return plain.length() <= MAX_LENGTH ? plain : rounded.toString();
    }
}
