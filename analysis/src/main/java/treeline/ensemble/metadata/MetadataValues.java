package treeline.ensemble.metadata;

import treeline.model.Metadata;
import treeline.model.Metadata.Value;
import treeline.text.NaturalOrder;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Equality, order and number parsing of metadata values. Tools write the same number as a number
/// in one run and as text in another.
public final class MetadataValues {
    private static final Pattern PLAIN_WHOLE = Pattern.compile("0|-?[1-9]\\d{0,17}");
    private static final Pattern WHOLE = Pattern.compile("[-+]?\\d{1,18}");
    private static final Pattern REAL =
            Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d{1,3})?");

    private static final Pattern DECIMAL = Pattern.compile("[-+]?\\d+\\.\\d+");
    private static final Pattern FLAG = Pattern.compile("true|false");
    private static final double WHOLE_LIMIT = 1L << 53;

    private MetadataValues() {}

    /// What stands for all that are one value: 12 for 12.0 and the text "12". Texts that only look
    /// like numbers stay, because the versions "1.10" and "1.1" are two.
    public static Value same(Value value) {
        return switch (value) {
            case Value.Text(String text) -> same(text);
            case Value.Real(double real)
                    when real == Math.rint(real) && Math.abs(real) < WHOLE_LIMIT ->
                    new Value.Whole((long) real);
            case Value.Real _, Value.Whole _, Value.Flag _ -> value;
        };
    }

    private static Value same(String text) {
        if (PLAIN_WHOLE.matcher(text).matches()) return new Value.Whole(Long.parseLong(text));
        if (FLAG.matcher(text).matches()) return new Value.Flag(Boolean.parseBoolean(text));
        if (!REAL.matcher(text).matches()) return new Value.Text(text);
        double number = Double.parseDouble(text);
        return Double.toString(number).equals(text)
                ? same(new Value.Real(number))
                : new Value.Text(text);
    }

    /// NaN for what is no number.
    public static double number(Value value) {
        return switch (value) {
            case Value.Whole(long whole) -> whole;
            case Value.Real(double real) -> real;
            case Value.Flag _, Value.Text _ -> Double.NaN;
        };
    }

    /// NaN where a run has no such metadata, or no number of it.
    public static double number(Metadata run, String name) {
        return run.get(name).map(MetadataValues::number).orElse(Double.NaN);
    }

    public static boolean areSame(Optional<Value> one, Optional<Value> other) {
        return one.map(MetadataValues::same).equals(other.map(MetadataValues::same));
    }

    /// Numbers by size before texts as people count them.
    public static int compare(Value one, Value other) {
        Value first = same(one);
        Value second = same(other);
        if (first instanceof Value.Whole(long a) && second instanceof Value.Whole(long b))
            return Long.compare(a, b);
        double a = number(first);
        double b = number(second);
        if (!Double.isNaN(a) || !Double.isNaN(b)) return Double.compare(a, b);
        return NaturalOrder.NATURAL.compare(first.toString(), second.toString());
    }

    /// What people wrote about runs: texts that are numbers become numbers. Fractions that end in 0
    /// beside others with more or fewer digits are versions, such as 3.9 and 3.10, and stay texts.
    public static List<Optional<Value>> typed(List<Optional<String>> texts) {
        boolean versions = areVersions(texts.stream().flatMap(Optional::stream).toList());
        return texts.stream().map(text -> text.map(each -> typed(each, versions))).toList();
    }

    private static boolean areVersions(List<String> texts) {
        List<String> fractions =
                texts.stream()
                        .filter(text -> DECIMAL.matcher(text).matches())
                        .map(text -> text.substring(text.indexOf('.') + 1))
                        .toList();
        return fractions.stream().anyMatch(each -> each.length() > 1 && each.endsWith("0"))
                && fractions.stream().mapToInt(String::length).distinct().count() > 1;
    }

    private static Value typed(String text, boolean isVersion) {
        return isVersion ? new Value.Text(text) : typed(text);
    }

    static Value typed(String text) {
        if (WHOLE.matcher(text).matches()) return new Value.Whole(Long.parseLong(text));
        if (!REAL.matcher(text).matches()) return same(text);
        double number = Double.parseDouble(text);
        return Double.isInfinite(number) ? new Value.Text(text) : new Value.Real(number);
    }
}
