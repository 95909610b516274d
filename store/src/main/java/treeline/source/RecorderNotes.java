package treeline.source;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.List;
import java.util.Locale;

/// What a recorder says of itself that whoever looks at its numbers must know: that it was not
/// closed, and how much of the time that a run was busy it took, as it measured it. Where it is
/// much, the times are not those of the program.
public final class RecorderNotes {
    private static final double LARGE = 0.1;

    private RecorderNotes() {}

    public static ReadReport note(Metadata run, Metric shown) {
        return early(run).and(large(run, shown));
    }

    /// What a recorder left that the program did not close.
    private static ReadReport early(Metadata run) {
        if (run.get("recorder.ended").isEmpty()) return ReadReport.CLEAN;
        String what =
                "the program ended before its recorder was closed: what was open counts up to then";
        return new ReadReport(List.of(new ReadReport.Entry(what, 1, "", false)));
    }

    private static ReadReport large(Metadata run, Metric shown) {
        double share = number(run, "recorder.share");
        if (share <= LARGE || shown.unit().dimension() != Unit.Dimension.TIME)
            return ReadReport.CLEAN;
        String what =
                String.format(
                        Locale.ROOT,
                        "at least %.0f %% of the busy time is recording (%,.0f calls)%s",
                        100 * share,
                        number(run, "recorder.calls"),
                        run.get("recorder.small")
                                .map(names -> ", most of it of " + names)
                                .orElse(""));
        return new ReadReport(List.of(new ReadReport.Entry(what, 1, "", false)));
    }

    /// 0 where it is not known.
    private static double number(Metadata run, String key) {
        return switch (run.get(key).orElse(new Metadata.Value.Whole(0))) {
            case Metadata.Value.Whole(long value) -> value;
            case Metadata.Value.Real(double value) -> value;
            case Metadata.Value.Text _, Metadata.Value.Flag _ -> 0;
        };
    }
}
