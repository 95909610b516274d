package treeline.source.files;

/// Parser for decimal numbers that rejects digits beyond the range of a double, such as `1e309`.
/// `Double.parseDouble` would return infinity, which hides all other values in a total. Words such
/// as `Infinity`, which some tools write on purpose, are accepted.
public final class FiniteDecimal {
    private FiniteDecimal() {}

    /// The number of a text.
    ///
    /// @throws NumberFormatException if it is not a number, or exceeds the range of a double
    public static double parse(String text) {
        double value = Double.parseDouble(text);
        if (isTooLarge(value, text))
            throw new NumberFormatException("'%s' exceeds the range of a double".formatted(text));
        return value;
    }

    /// Whether a number became infinite because its digits exceed the range of a double.
    ///
    /// @param value of the text
    public static boolean isTooLarge(double value, String text) {
        return Double.isInfinite(value) && text.chars().anyMatch(Character::isDigit);
    }
}
