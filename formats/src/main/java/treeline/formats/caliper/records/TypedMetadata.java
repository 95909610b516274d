package treeline.formats.caliper.records;

import treeline.model.Metadata.Value;

import java.util.regex.Pattern;

/// Metadata of a Caliper file with its types.
public final class TypedMetadata {
    /// What C++ prints with `%f`: how json-split writes every decimal number.
    private static final Pattern SIX_DECIMALS = Pattern.compile("-?\\d+\\.\\d{6}");

    private static final Pattern WHOLE = Pattern.compile("0|-?[1-9]\\d{0,18}");

    private TypedMetadata() {}

    public static Value of(CaliperAttribute.Type type, String text) {
        return switch (type) {
            case INT, UINT -> WHOLE.matcher(text).matches() ? whole(text) : new Value.Text(text);
            case DOUBLE -> real(text);
            case BOOL -> new Value.Flag(text.equals("true") || text.equals("1"));
            case STRING, ADDR, USR, TYPE, PTR -> new Value.Text(text);
        };
    }

    /// json-split writes every fact as a text; numbers are told by how Caliper prints them.
    public static Value ofText(String text) {
        if (WHOLE.matcher(text).matches()) return whole(text);
        return SIX_DECIMALS.matcher(text).matches() ? real(text) : new Value.Text(text);
    }

    private static Value whole(String text) {
        try {
            return new Value.Whole(Long.parseLong(text));
        } catch (NumberFormatException tooLarge) {
            return new Value.Text(text);
        }
    }

    private static Value real(String text) {
        try {
            return new Value.Real(Double.parseDouble(text));
        } catch (NumberFormatException notANumber) {
            return new Value.Text(text);
        }
    }
}
