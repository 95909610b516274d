package treeline.question.input;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A time since the start of a run, as written by users: `10s`, `2.5`, `300ms`, `25%`, `start` or
/// `end`. It may also be absolute: an ISO 8601 instant such as `2026-11-18T13:38:35.8Z`, or seconds
/// since 1970, which are recognised by their size. The duration of the run may be unknown when it
/// is parsed.
///
/// @param amount nanoseconds, or a share of the run
public record Moment(BigDecimal amount, Kind kind) {
    /// The reference of the amount.
    public enum Kind {
        SINCE_START,
        OF_RUN,
        SINCE_1970
    }

    /// No run lasts this long: in seconds, 31 years. Dates from 2001 on are larger.
    private static final BigDecimal FIRST_DATE = new BigDecimal("1e18");

    /// In seconds, 3,169 years: larger numbers are not dates.
    private static final BigDecimal LAST_DATE = new BigDecimal("1e20");

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
        if (text.equals("start")) return Optional.of(new Moment(BigDecimal.ZERO, Kind.OF_RUN));
        if (text.equals("end")) return Optional.of(new Moment(BigDecimal.ONE, Kind.OF_RUN));
        Matcher form = FORM.matcher(text);
        if (!form.matches()) return date(text);
        BigDecimal number = new BigDecimal(form.group(1));
        String unit = form.group(2);
        if (unit.equals("%")) return Optional.of(new Moment(number.movePointLeft(2), Kind.OF_RUN));
        return Optional.ofNullable(NANOS.get(unit))
                .map(nanos -> number.multiply(nanos))
                .map(nanos -> new Moment(nanos, unit.isEmpty() ? kind(nanos) : Kind.SINCE_START));
    }

    private static Kind kind(BigDecimal nanos) {
        return nanos.compareTo(FIRST_DATE) >= 0 && nanos.compareTo(LAST_DATE) < 0
                ? Kind.SINCE_1970
                : Kind.SINCE_START;
    }

    private static Optional<Moment> date(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return Optional.of(
                    new Moment(
                            BigDecimal.valueOf(instant.getEpochSecond())
                                    .movePointRight(9)
                                    .add(BigDecimal.valueOf(instant.getNano())),
                            Kind.SINCE_1970));
        } catch (DateTimeParseException notADate) {
            return Optional.empty();
        }
    }

    /// The nearest nanosecond of a run.
    ///
    /// @param originNanos start of the run in nanoseconds since 1970, 0 if unknown
    /// @throws IllegalArgumentException if the moment is a date and the start is unknown
    public long nanos(long endNanos, long originNanos) {
        BigDecimal nanos =
                switch (kind) {
                    case SINCE_START -> amount;
                    case OF_RUN -> amount.multiply(BigDecimal.valueOf(endNanos));
                    case SINCE_1970 -> {
                        if (originNanos == 0)
                            throw new IllegalArgumentException(
                                    "the trace does not contain the date of its start; use times"
                                            + " since the start, such as 10s");
                        yield amount.subtract(BigDecimal.valueOf(originNanos));
                    }
                };
        return nanos.min(LAST).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
