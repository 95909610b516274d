package treeline.source;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.text.NameList;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Warnings that a recorder stored about its own recording: it was not closed, it stopped recording
/// some methods, or recording took a large fraction of the busy time, so that the times are not
/// those of the program.
public final class RecorderNotes {
    private static final double LARGE = 0.1;

    /// Names of a note; all are in the metadata.
    private static final int MAX_REMOVED = 3;

    private RecorderNotes() {}

    public static ReadReport note(Metadata run, Metric shown) {
        return early(run).and(removed(run)).and(large(run, shown));
    }

    /// A note if the agent stopped recording methods to keep its budget. Lists `NAME after ...`.
    private static ReadReport removed(Metadata run) {
        String all = run.get("recorder.removed").map(Object::toString).orElse("");
        if (all.isEmpty()) return ReadReport.CLEAN;
        List<String> names =
                Arrays.stream(all.split("; ")).map(it -> it.replaceFirst(" after .*", "")).toList();
        String what =
                "recorded in part only (budget), later calls are in their callers: "
                        + NameList.shortened(names, MAX_REMOVED);
        return new ReadReport(List.of(new ReadReport.Entry(what, 1, "", false)));
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
                        "%s was spent on recording (%,.0f calls)%s",
                        fraction(run, share),
                        number(run, "recorder.calls"),
                        run.get("recorder.small").map(names -> ", mostly of " + names).orElse(""));
        return new ReadReport(List.of(new ReadReport.Entry(what, 1, "", false)));
    }

    /// Measured in the program, or a lower bound.
    private static String fraction(Metadata run, double share) {
        return run.get("recorder.share.low").isEmpty()
                ? String.format(Locale.ROOT, "at least %.0f %% of the busy time", 100 * share)
                : String.format(
                        Locale.ROOT,
                        "%.0f %% of the CPU time (%.0f to %.0f %%)",
                        100 * share,
                        100 * number(run, "recorder.share.low"),
                        100 * number(run, "recorder.share.high"));
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
