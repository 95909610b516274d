package treeline.app.commands;

import treeline.model.Metadata;
import treeline.model.Metric;
import treeline.model.Unit;
import treeline.source.ReadReport;

import java.util.List;
import java.util.Locale;

/// How much of the time that a run was busy its recorder took, as that measured it. Where it is
/// much, the times are not those of the program, and whoever looks at one must know.
final class RecordingShare {
    private static final double LARGE = 0.1;

    private RecordingShare() {}

    static ReadReport note(Metadata run, Metric shown) {
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
