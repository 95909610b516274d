package treeline.source;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;

import java.util.List;
import java.util.Locale;

/// Warnings that a recorder stored about its own recording: it was not closed, or recording took a
/// large fraction of the busy time, so that the times are not those of the program.
public final class RecorderNotes {
    private static final double LARGE = 0.1;

    private RecorderNotes() {}

    public static ReadReport note(Metadata run, Metric shown) {
        return early(run).and(large(run, shown));
    }

    /// A note if the program did not close its recorder.
    private static ReadReport early(Metadata run) {
        if (run.get("recorder.ended").isEmpty()) return ReadReport.CLEAN;
        String what =
                "the program exited without closing its recorder; events still open were ended at"
                        + " exit";
        return new ReadReport(List.of(new ReadReport.Entry(what, 1, "", false)));
    }

    private static ReadReport large(Metadata run, Metric shown) {
        double share = number(run, "recorder.share");
        if (share <= LARGE || shown.unit().dimension() != Unit.Dimension.TIME)
            return ReadReport.CLEAN;
        String what =
                String.format(
                        Locale.ROOT,
                        "at least %.0f %% of the busy time was spent on recording (%,.0f calls)%s",
                        100 * share,
                        number(run, "recorder.calls"),
                        run.get("recorder.small").map(names -> ", mostly of " + names).orElse(""));
        return new ReadReport(List.of(new ReadReport.Entry(what, 1, "", false)));
    }

    /// The value of a numeric key, or 0 if it is missing.
    private static double number(Metadata run, String key) {
        return switch (run.get(key).orElse(new Metadata.Value.Whole(0))) {
            case Metadata.Value.Whole(long value) -> value;
            case Metadata.Value.Real(double value) -> value;
            case Metadata.Value.Text _, Metadata.Value.Flag _ -> 0;
        };
    }
}
