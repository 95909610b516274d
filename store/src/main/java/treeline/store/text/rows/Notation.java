package treeline.store.text.rows;

/// The differences between value lists in our dialect and in TinyProf's.
public enum Notation {
    /// `-` always separates; what was not measured is left empty.
    TREELINE(TextForm.MINUS, false),
    /// `-` and `+` are signs where a number may start and after an `e`; every value is there.
    TINYPROF((byte) '-', true);

    private final byte minus;
    private final boolean hasPlusSign;

    Notation(byte minus, boolean hasPlusSign) {
        this.minus = minus;
        this.hasPlusSign = hasPlusSign;
    }

    boolean isMinus(byte b) {
        return b == minus;
    }

    boolean isSign(byte b) {
        return b == minus || (hasPlusSign && b == '+');
    }

    /// Whether a value may be absent, not a number, or infinite.
    boolean hasAbsence() {
        return this == TREELINE;
    }
}
