package treeline.app.commands.ensemble;

import treeline.app.cli.Arguments;
import treeline.app.cli.Command;
import treeline.app.cli.Option;
import treeline.app.cli.Value;
import treeline.app.commands.input.ContextSummary;
import treeline.app.commands.input.RunOptions;
import treeline.app.commands.output.Sheet;
import treeline.app.terminal.Console;
import treeline.ensemble.Ensemble;
import treeline.ensemble.Scaling;

import java.io.IOException;
import java.util.List;

/// `treeline ensemble speedup`: how each node scales.
final class SpeedupQuestion {
    private static final Option<String> PROCESSES =
            Option.of(
                    "processes",
                    Value.text("METADATA"),
                    "the number of processes (default: the first of %s)"
                            .formatted(String.join(", ", ProcessCount.USUAL)));
    private static final Option<Scaling.Kind> KIND =
            Option.of(
                    "kind", Value.choice(Scaling.Kind.class), "how runs scale (default: speedup)");
    private static final Option<Double> BASELINE =
            Option.of(
                    "baseline",
                    Value.real("N", 0, Double.MAX_VALUE),
                    "the processes to compare with (default: the fewest)");

    private SpeedupQuestion() {}

    static Command command(EnsembleOptions options) {
        return options.question(
                "speedup",
                "how each node scales with the number of processes",
                options.choosingValues(
                        RunOptions.METRIC,
                        PROCESSES,
                        KIND,
                        BASELINE,
                        ShownRows.THRESHOLD,
                        Sheet.TOP,
                        Sheet.JSON,
                        Sheet.CSV),
                List.of(
                        new Command.Example(
                                "treeline ensemble speedup 'runs/*.cali' --kind strong_efficiency",
                                "how well each node scales")),
                SpeedupQuestion::answer);
    }

    private static int answer(Ensemble ensemble, Arguments arguments, Console console)
            throws IOException {
        Scaling scaling = scaling(ensemble, arguments);
        String title =
                "%s of %s, %s, by %s"
                        .formatted(
                                Value.nameOf(scaling.kind()),
                                RunOptions.metricText(scaling.metric()),
                                ContextSummary.counted(ensemble.runs(), "run"),
                                scaling.column());
        return new Answer("speedup", title, "path")
                .metric(scaling.metric())
                .add(
                        scaling.on(ensemble).table().columns().stream().map(Measured::plain).toList(),
                        List.of())
                .print(arguments, console);
    }

    private static Scaling scaling(Ensemble ensemble, Arguments arguments) {
        Scaling scaling =
                Scaling.of(
                                arguments.value(KIND, Scaling.Kind.SPEEDUP),
                                EnsembleOptions.metric(ensemble, arguments),
                                ProcessCount.of(ensemble, arguments.value(PROCESSES)))
                        .above(ShownRows.threshold(arguments));
        return arguments.value(BASELINE).map(scaling::from).orElse(scaling);
    }
}
