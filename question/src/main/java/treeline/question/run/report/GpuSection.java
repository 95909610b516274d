package treeline.question.run.report;

import treeline.breakdown.GpuUtilisation;
import treeline.breakdown.ReportMetrics;
import treeline.numbers.Numbers;
import treeline.question.answer.Section;
import treeline.question.input.RunOptions;
import treeline.source.trace.Traces;
import treeline.table.Table;
import treeline.trace.laws.BrokenLaws;

import java.util.List;
import java.util.Optional;

/// The section of a report about GPUs: the bottleneck of the run, and how busy each GPU is.
final class GpuSection {
    private static final int ROWS = 5;

    private GpuSection() {}

    /// @param run with all metrics
    /// @param devices at least one
    static Optional<ReportSection> of(
            RunOptions.Run run, List<GpuUtilisation> devices, Traces traces, BrokenLaws laws) {
        RunVerdict found =
                RunVerdict.of(
                        run,
                        ReportMetrics.of(run.profile().outline()),
                        metric -> Numbers.of(run.profile(), metric),
                        devices,
                        traces,
                        laws,
                        Optional::empty);
        Table data = GpuUtilisation.table(devices);
        return ReportSection.shown(
                        "GPU",
                        found.verdict().sentence(),
                        Section.of(data)
                                .columns("busyShare")
                                .column("busy", "time")
                                .bar("", data.real("busyShare")::at)
                                .columns("device")
                                .top(ROWS),
                        "hpcreport")
                .map(ReportSection::asVerdict);
    }
}
