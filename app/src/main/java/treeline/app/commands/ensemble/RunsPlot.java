package treeline.app.commands.ensemble;

import treeline.app.cli.Command;
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
                options.choosingValues(RunOptions.EXCLUSIVE, Groups.GROUP_BY, BY),
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
        Ensemble runs = RunChecks.complete(ensemble, List.of(metric), arguments, console);
        if (Groups.areAsked(arguments))
            RunChecks.warnOfSettings(Groups.of(runs, arguments).all(), console);
        return RunsFigure.of(
                runs,
                metric,
                arguments.value(BY, Grouping.FUNCTION),
                arguments.all(Groups.GROUP_BY));
    }
}
