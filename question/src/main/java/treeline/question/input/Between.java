package treeline.question.input;

import treeline.model.Unit;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.source.trace.Traces;
import treeline.trace.TimeWindow;
import treeline.trace.WindowSource;
import treeline.view.Quantity;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// `--between FROM TO`: a time window of a run. All other options work as usual, because a window
/// is a run of its own.
///
/// @param text as the user wrote it
public record Between(String text, Moment from, Moment to) {
    public static final Parameter<Between> OPTION =
            Parameter.of(
                    "between",
                    new ParameterType<>("FROM TO", List::of, false, Between::parse),
                    "restrict a traced run to a time window, such as 10s 12s, 500ms 50% or 90%"
                            + " end");

    private static final String EXPECTED =
            "two times, such as 10s 12s, 500ms 50%, start end (s, ms, us, ns, min or %) or dates"
                    + " such as 2026-11-18T13:38:35Z";

    private static final int FEWEST_DIGITS = 3;
    private static final int MOST_DIGITS = 17;
    private static final int NANO_DIGITS = 9;

    public static Between parse(String text) {
        String[] words = text.strip().split("\\s+");
        if (words.length != 2) throw new IllegalArgumentException(EXPECTED);
        return new Between(text, moment(words[0]), moment(words[1]));
    }

    private static Moment moment(String word) {
        return Moment.parse(word).orElseThrow(() -> new IllegalArgumentException(EXPECTED));
    }

    /// The time that the arguments ask for, of a run.
    ///
    /// @param path of the run, as the user wrote it
    public static Optional<TimeWindow> window(String path, Traces traces, Arguments arguments) {
        return arguments.value(OPTION).map(between -> between.in(path, traces));
    }

    private TimeWindow in(String path, Traces traces) {
        if (traces.isEmpty())
            throw new IllegalArgumentException(
                    "--between: %s has no traces, which record activity over time".formatted(path));
        long end = traces.endNanos();
        long first = nanos(from, traces);
        long last = nanos(to, traces);
        if (first < 0) throw wrong("the run started later");
        if (first >= last) throw wrong("the second time is not after the first");
        if (last > end)
            throw wrong("the run lasted %s s".formatted(BigDecimal.valueOf(end, NANO_DIGITS)));
        return new TimeWindow(first, last);
    }

    private long nanos(Moment moment, Traces traces) {
        try {
            return moment.nanos(traces.endNanos(), traces.originNanos());
        } catch (IllegalArgumentException noDate) {
            throw wrong(String.valueOf(noDate.getMessage()));
        }
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("--between %s: %s".formatted(text, why));
    }

    /// The recording, or the part of its time that the arguments ask for.
    static Recording of(Recording whole, Arguments arguments) {
        Traces traces = arguments.has(OPTION) ? whole.source().traces() : Traces.NONE;
        Optional<TimeWindow> window = window(whole.path(), traces, arguments);
        return window.isEmpty() ? whole : part(whole, window.get(), traces.endNanos());
    }

    private static Recording part(Recording whole, TimeWindow window, long end) {
        return new Recording(
                whole.path(),
                whole.input(),
                whole.format(),
                new WindowSource(whole.source(), window),
                text(window, end),
                () -> part(whole.again().open(), window, end));
    }

    /// `from 10.0 s to 12.0 s of 60.0 s`, with as many digits as its ends need to differ.
    public static String text(TimeWindow window, long end) {
        int digits = FEWEST_DIGITS;
        while (digits < MOST_DIGITS
                && text(window.fromNanos(), digits).equals(text(window.toNanos(), digits)))
            digits++;
        return "from %s to %s of %s"
                .formatted(
                        text(window.fromNanos(), digits),
                        text(window.toNanos(), digits),
                        text(end, digits));
    }

    private static String text(long nanos, int digits) {
        return new Quantity(digits, false).text((double) nanos, Unit.NANOSECONDS);
    }
}
