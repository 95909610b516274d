package treeline.formats.ncu;

import treeline.model.Unit;
import treeline.model.Unit.Dimension;
import treeline.source.files.FiniteDecimal;

import java.util.regex.Pattern;

/// Parser of numbers in the locale of ncu's user, and ncu's unit names.
final class NcuNumber {
    private static final Pattern GROUPED = Pattern.compile("-?\\d{1,3}(,\\d{3})+(\\.\\d*)?");
    private static final Pattern GROUPED_BY_POINTS = Pattern.compile("-?\\d{1,3}(\\.\\d{3})+,\\d*");
    private static final Pattern PLAIN = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");

    private NcuNumber() {}

    /// What the GPU or the driver could not measure.
    static boolean isAbsent(String text) {
        String bare = text.strip();
        return bare.isEmpty() || bare.contains("n/a") || bare.equals("no data");
    }

    /// `16,777,216` and `1.234,5` have separators of thousands, `9,00` a decimal comma; NaN for
    /// what is no number.
    static double parse(String text) {
        String bare = text.strip();
        if (bare.length() > 100) return Double.NaN;
        if (GROUPED.matcher(bare).matches()) bare = bare.replace(",", "");
        else if (GROUPED_BY_POINTS.matcher(bare).matches())
            bare = bare.replace(".", "").replace(',', '.');
        else bare = bare.replace(',', '.');
        if (!PLAIN.matcher(bare).matches()) return Double.NaN;
        double value = Double.parseDouble(bare);
        return FiniteDecimal.isTooLarge(value, bare) ? Double.NaN : value;
    }

    static Unit unit(String name) {
        return switch (name.strip()) {
            case "nsecond", "ns" -> Unit.NANOSECONDS;
            case "usecond", "us" -> Unit.of("us");
            case "msecond", "ms" -> Unit.of("ms");
            case "second", "s" -> Unit.SECONDS;
            case "byte" -> Unit.BYTES;
            case "Kbyte" -> new Unit("Kbyte", Dimension.BYTES, 1e3);
            case "Mbyte" -> new Unit("Mbyte", Dimension.BYTES, 1e6);
            case "Gbyte" -> new Unit("Gbyte", Dimension.BYTES, 1e9);
            default -> Unit.of(name.strip());
        };
    }
}
