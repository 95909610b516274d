package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.commands.plot.PlotKind;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.ProcessCount;
import treeline.figure.ScalingFigure;
import treeline.model.Metric;
import treeline.plot.ScalingLines;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.EnsembleSpeedup;
import treeline.question.runs.ScalingStatements;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.question.runs.input.ThresholdOption;

import java.util.List;

/// `treeline plot scaling`: values, speedup or efficiency by number of processes.
final class ScalingPlot {
    private static final Parameter<ScalingFigure.Kind> KIND =
            Parameter.of(
                    "kind",
                    ParameterType.choice(ScalingFigure.Kind.class),
                    "what to draw: the metric with its ideal slope, or how it scales (default:"
                            + " value)");

    private ScalingPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "scaling",
                "values, speedup or efficiency of nodes by number of processes",
                options.choosingValues(
                        RunOptions.METRIC,
                        KIND,
                        EnsembleSpeedup.PROCESSES,
                        EnsembleSpeedup.BASELINE,
                        RunGrouping.GROUP_BY,
                        ThresholdOption.THRESHOLD,
                        PlotKind.TOP),
                "'runs/*.cali' --kind strong_efficiency -o efficiency.svg",
                "which nodes stop scaling",
                ScalingPlot::figure);
    }

    private static ScalingLines figure(Ensemble ensemble, Arguments arguments, Console console) {
        Metric metric = EnsembleOptions.metric(ensemble, arguments);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        String processes =
                ProcessCount.of(runs, arguments.value(EnsembleSpeedup.PROCESSES), "--processes");
        ScalingFigure.Kind kind = arguments.value(KIND, ScalingFigure.Kind.VALUE);
        if (kind == ScalingFigure.Kind.VALUE && arguments.has(EnsembleSpeedup.BASELINE))
            throw new IllegalArgumentException(
                    "--baseline is for a speedup or an efficiency; name it with --kind");
        ScalingFigure figure =
                ScalingFigure.of(
                        runs,
                        metric,
                        processes,
                        kind,
                        arguments.value(EnsembleSpeedup.BASELINE),
                        ThresholdOption.selection(arguments));
        for (ScalingFigure.Part part : figure.parts()) {
            part.leftOut().forEach(console::warn);
            RunChecks.warnOfSettings(part.settings(), Warnings.to(console));
            part.scaled()
                    .ifPresent(
                            scaled ->
                                    ScalingStatements.warn(
                                            scaled,
                                            kind == ScalingFigure.Kind.WEAK_EFFICIENCY,
                                            "",
                                            Warnings.to(console)));
        }
        return figure.figure();
    }
}
