package treeline.question.input;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A time since the start of a run, as written by users: `10s`, `2.5`, `300ms`, `25%`, `start` or
/// `end`. The duration of the run may be unknown when it is parsed.
///
/// @param ofRun whether the amount is a share of the run and not nanoseconds
public record Moment(BigDecimal amount, boolean ofRun) {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d*)?|\\.\\d+)(\\D*)");
    private static final Map<String, BigDecimal> NANOS =
            Map.of(
                    "ns", new BigDecimal("1"),
                    "us", new BigDecimal("1e3"),
                    "µs", new BigDecimal("1e3"),
                    "ms", new BigDecimal("1e6"),
                    "s", new BigDecimal("1e9"),
                    "", new BigDecimal("1e9"),
                    "min", new BigDecimal("60e9"));
    private static final BigDecimal LAST = BigDecimal.valueOf(Long.MAX_VALUE);

    /// Empty where a text is no time.
    public static Optional<Moment> parse(String text) {
        if (text.equals("start")) return Optional.of(new Moment(BigDecimal.ZERO, true));
        if (text.equals("end")) return Optional.of(new Moment(BigDecimal.ONE, true));
        Matcher form = FORM.matcher(text);
        if (!form.matches()) return Optional.empty();
        BigDecimal number = new BigDecimal(form.group(1));
        String unit = form.group(2);
        if (unit.equals("%")) return Optional.of(new Moment(number.movePointLeft(2), true));
        return Optional.ofNullable(NANOS.get(unit))
                .map(nanos -> new Moment(number.multiply(nanos), false));
    }

    /// The nearest nanosecond of a run.
    public long nanos(long endNanos) {
        BigDecimal nanos = ofRun ? amount.multiply(BigDecimal.valueOf(endNanos)) : amount;
        return nanos.min(LAST).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
