package treeline.question.run;

import treeline.breakdown.ReportMetrics;
import treeline.model.Metric;
import treeline.model.Outline;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.source.ReadReport;

import java.util.List;
import java.util.Optional;

/// A note that an answer is about host time only, for runs that measured GPU time too.
public final class HostTimeNote {
    private HostTimeNote() {}

    /// The run with the note, if it needs one.
    ///
    /// @param outline all metrics of the run
    public static RunOptions.Run on(RunOptions.Run run, Outline outline, Arguments arguments) {
        ReportMetrics metrics = ReportMetrics.of(outline);
        Optional<Metric> device = metrics.gpuByNode().or(metrics::gpuTotal);
        boolean host =
                metrics.cpu().filter(cpu -> cpu.name().equals(run.metric().name())).isPresent();
        if (arguments.has(RunOptions.METRIC) || device.isEmpty() || !host) return run;
        String text = "host time only; for GPU time add -m '%s'".formatted(device.get().name());
        return run.with(new ReadReport(List.of(new ReadReport.Entry(text, 1, "", false))));
    }
}
