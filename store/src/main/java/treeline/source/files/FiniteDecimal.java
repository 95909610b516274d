package treeline.source.files;

/// Decimal numbers of text formats. `Double.parseDouble` makes digits that exceed the range of a
/// double infinite: `1e309` is a damaged number, and a total with it hides all others. Words such
/// as `Infinity`, which some tools write on purpose, stay what they are.
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
