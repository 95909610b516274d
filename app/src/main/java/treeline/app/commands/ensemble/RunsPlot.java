package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
import treeline.app.commands.output.Warnings;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.figure.RunsFigure;
import treeline.model.Metric;
import treeline.model.Metric.Scope;
import treeline.plot.StackedBars;
import treeline.question.input.RunOptions;
import treeline.question.parameter.Arguments;
import treeline.question.parameter.Parameter;
import treeline.question.parameter.ParameterType;
import treeline.question.runs.input.EnsembleOptions;
import treeline.question.runs.input.RunChecks;
import treeline.question.runs.input.RunGrouping;
import treeline.single.Grouping;

import java.util.List;

/// `treeline plot runs`: the functions of each run on top of each other, slowest run first, as
/// `ensemble pivot` has them. Exclusive values, so that the parts of a bar add up.
final class RunsPlot {
    private static final Parameter<Grouping> BY =
            Parameter.of(
                    "by",
                    ParameterType.choice(Grouping.class),
                    "what nodes are added up by (default: function)");

    private RunsPlot() {}

    static Command command(EnsembleOptions options) {
        return EnsemblePlots.command(
                options,
                "runs",
                "functions of each run as stacked bars, slowest run first",
                options.choosingValues(RunOptions.EXCLUSIVE, RunGrouping.GROUP_BY, BY),
                "'runs/*.cali' -o runs.svg",
                "what the slow runs spend more time in",
                RunsPlot::figure);
    }

    private static StackedBars figure(Ensemble ensemble, Arguments arguments, Console console) {
        Metric asked = EnsembleOptions.metric(ensemble, arguments);
        Metric metric =
                arguments.has(RunOptions.EXCLUSIVE) || !asked.addsUp()
                        ? asked
                        : asked.in(Scope.EXCLUSIVE);
        Ensemble runs =
                RunChecks.complete(ensemble, List.of(metric), arguments, Warnings.to(console));
        if (RunGrouping.isAsked(arguments))
            RunChecks.warnOfSettings(RunGrouping.of(runs, arguments).all(), Warnings.to(console));
        return RunsFigure.of(
                runs,
                metric,
                arguments.value(BY, Grouping.FUNCTION),
                arguments.all(RunGrouping.GROUP_BY));
    }
}
